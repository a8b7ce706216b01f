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
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | 'side';
  /** The content can't be shown again, so a click outside does not close the dialog. */
  isShownOnce?: boolean;
}

/** A modal dialog. Escape closes it, and a click outside too unless input would be lost. Focus returns to the opener. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'medium',
  isShownOnce = false,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Radix.Portal>
        <div className="dialog-shade" />
        <Box
          className={classes('dialog', `dialog-${size}`)}
          isForm={size !== 'side'}
          isSeenOnce={isShownOnce}
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
  /** Closing discards the input. Side panels ask before they discard input. */
  isForm: boolean;
  isSeenOnce: boolean;
}

function Box({ isForm, isSeenOnce, children, ...props }: BoxProps) {
  const [opener] = useState(findOpener);
  const hasInput = useRef(false);
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.type === 'search') return;
    hasInput.current = true;
  };
  return (
    <Radix.Content
      {...props}
      onInput={onInput}
      onInteractOutside={(event) =>
        isSeenOnce || (isForm && hasInput.current) ? event.preventDefault() : undefined
      }
      onOpenAutoFocus={(event) => {
        const box = event.currentTarget as HTMLElement;
        const isNested = document.querySelectorAll('[role="dialog"]').length > 1;
        const field = isForm && isNested ? box.querySelector<HTMLElement>('input, textarea') : null;
        if (field === null) return;
        event.preventDefault(); // the focus trap of the dialog below prevents autoFocus
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

/** The focused element. For a menu item, the button of the menu, because the item is removed. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu == null ? activeElement : document.getElementById(menu);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
