import { Button } from '../../components/button.tsx';
import { CopyText } from '../../components/copy.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** The one time that a signing secret is seen. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy the signing secret now"
      description={
        <p>
          You won’t see this secret again. The receiver uses it to check <code>X-Service-Signature</code>.
        </p>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyText text={secret} label="Copy the secret" />
    </Dialog>
  );
}
