import { Button } from '../../components/button.tsx';
import { CopyText } from '../../components/copy.tsx';
import { Dialog } from '../../components/dialog.tsx';

interface LinkDialogProps {
  title: string;
  description: string;
  url: string;
  onClose: () => void;
}

/** A one-time link, to be taken along. */
export function LinkDialog({ title, description, url, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyText text={url} label="Copy link" />
    </Dialog>
  );
}
