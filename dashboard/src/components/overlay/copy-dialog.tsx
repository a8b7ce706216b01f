import type { ReactNode } from 'react';
import { Button } from '../base/button.tsx';
import { CopyText } from '../base/copy.tsx';
import { Dialog } from './dialog.tsx';

interface CopyDialogProps {
  title: string;
  description: ReactNode;
  /** What is taken along: a key, a secret, a link. */
  text: string;
  /** The copy button's name. */
  label: string;
  onClose: () => void;
}

/** Something that is seen once, to be taken along. */
export function CopyDialog({ title, description, text, label, onClose }: CopyDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      isSeenOnce
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
