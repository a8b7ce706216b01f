import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { classes } from './classes.ts';
import { useMay } from '../../features/access/may.ts';
import './button.css';

type Variant = 'primary' | 'default' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  variant?: Variant;
  type?: 'button' | 'submit';
  icon?: LucideIcon | undefined;
  /** Shows a spinner and ignores clicks while the work runs. */
  busy?: boolean;
  /** Hidden from members without this permission. */
  needs?: Permission;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { variant = 'default', icon: Icon, busy = false, needs, children, ...rest } = props;
  if (!useMay(needs)) return null;
  return (
    <button
      type="button"
      {...rest}
      className={classes('button', `button-${variant}`, rest.className)}
      aria-busy={busy}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className="spinner" aria-hidden /> : Icon ? <Icon size={16} aria-hidden /> : null}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> {
  /** For screen readers, and shown on hover. */
  label: string;
  icon: LucideIcon;
  needs?: Permission;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon: Icon, needs, ...rest }: IconButtonProps) {
  if (!useMay(needs)) return null;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes('icon-button', rest.className)}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
