import type { ReactNode } from 'react';
import { Button } from '../base/button.tsx';
import { CopyText } from '../base/copy.tsx';
import { Dialog } from './dialog.tsx';

interface CopyDialogProps {
  title: string;
  description: ReactNode;
  /** The text to copy: a key, a secret, a link. */
  text: string;
  /** The label of the copy button. */
  label: string;
  onClose: () => void;
}

/** Shows a text once, to be copied. */
export function CopyDialog({ title, description, text, label, onClose }: CopyDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyText text={text} label={label} />
    </Dialog>
  );
}
