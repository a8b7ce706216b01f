import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../base/button.tsx';
import { classes } from '../base/classes.ts';
import './dialog.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the most wanted one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | 'side';
  /** What it shows is seen this once: a click beside it does not close it. */
  isSeenOnce?: boolean;
}

/**
 * A question or a task in front of the screen. Escape closes it, and so does a click beside it as long as nothing is
 * lost with it; focus stays inside and returns to where it was.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'medium',
  isSeenOnce = false,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Radix.Portal>
        <div className="dialog-shade" />
        <Box
          className={classes('dialog', `dialog-${size}`)}
          isForm={size !== 'side'}
          isSeenOnce={isSeenOnce}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className="dialog-head">
            <div>
              <Radix.Title className="dialog-title">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="dialog-description" asChild>
                  <div>{description}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={X} />
            </Radix.Close>
          </header>
          {children === undefined ? null : <div className="dialog-body">{children}</div>}
          {footer === undefined ? null : <footer className="dialog-foot">{footer}</footer>}
        </Box>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface BoxProps extends ComponentProps<typeof Radix.Content> {
  /** What is typed here is lost when it closes; panels ask by themselves. */
  isForm: boolean;
  isSeenOnce: boolean;
}

function Box({ isForm, isSeenOnce, children, ...props }: BoxProps) {
  const [opener] = useState(openerNow);
  const isTyped = useRef(false);
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.type === 'search') return;
    isTyped.current = true;
  };
  return (
    <Radix.Content
      {...props}
      onInput={onInput}
      onInteractOutside={(event) =>
        isSeenOnce || (isForm && isTyped.current) ? event.preventDefault() : undefined
      }
      onOpenAutoFocus={(event) => {
        const box = event.currentTarget as HTMLElement;
        const isAbove = document.querySelectorAll('[role="dialog"]').length > 1;
        const field = isForm && isAbove ? box.querySelector<HTMLElement>('input, textarea') : null;
        if (field === null) return;
        event.preventDefault(); // the dialog below kept the keyboard from the field that asked for it
        field.focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
        if (!isElsewhere && opener?.isConnected === true) opener.focus();
      }}
    >
      {children}
    </Radix.Content>
  );
}

/** What had the keyboard before the dialog; for an item of a menu the button of the menu, since the item goes. */
function openerNow(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu == null ? activeElement : document.getElementById(menu);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
