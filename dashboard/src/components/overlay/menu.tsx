import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { classes } from '../base/classes.ts';
import { useMay } from '../../features/access/may.ts';
import './menu.css';

interface MenuProps {
  /** A button. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}

/** A list of things to do, opened by a button. Arrow keys and first letters move in it. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
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

/**
 * The button gets the keyboard a moment after the menu has gone. What has it by then, a dialog that was opened from the
 * menu or something that the person went on to, keeps it.
 */
function keepFocusElsewhere(event: Event): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) event.preventDefault();
}

interface MenuItemProps {
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Marks the one of a choice that is taken. */
  checked?: boolean;
  /** Beside the label: a shortcut, a count. */
  hint?: ReactNode;
  /** Not offered to members who may not do it. */
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
