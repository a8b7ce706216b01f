import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { classes } from '../base/classes.ts';
import { useMay } from '../../features/access/may.ts';
import './menu.css';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Whether it is open, for menus that a shortcut opens. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu of actions. Arrow keys and first letters move the focus. */
export function Menu({ trigger, children, align = 'end', ...state }: MenuProps) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepFocusElsewhere}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Radix focuses the button after the menu closes. A dialog that the menu opened keeps the focus. */
function keepFocusElsewhere(event: Event): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) event.preventDefault();
}

interface MenuItemProps {
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Marks the selected option. */
  checked?: boolean;
  /** Shown next to the label: a shortcut, a count. */
  hint?: ReactNode;
  /** Hidden from members without this permission. */
  needs?: Permission;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  onSelect,
  danger = false,
  disabled = false,
  checked,
  hint,
  needs,
  children,
}: MenuItemProps) {
  if (!useMay(needs)) return null;
  return (
    <Radix.Item
      className={classes('menu-item', danger && 'menu-item-danger')}
      disabled={disabled}
      onSelect={onSelect}
    >
      {Icon ? <Icon size={16} aria-hidden /> : null}
      <span className="menu-label">{children}</span>
      {hint === undefined ? null : <span className="menu-hint">{hint}</span>}
      {checked === undefined ? null : checked ? (
        <Check size={16} aria-label="chosen" />
      ) : (
        <span className="menu-gap" />
      )}
    </Radix.Item>
  );
}

export function MenuLine() {
  return <Radix.Separator className="menu-line" />;
}

export function MenuTitle({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-title">{children}</Radix.Label>;
}
