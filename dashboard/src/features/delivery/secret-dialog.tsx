import { CopyDialog } from '../../components/overlay/copy-dialog.tsx';

/** Shows a new signing secret; it cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <CopyDialog
      onClose={onClose}
      title="Copy the signing secret now"
      description={
        <p>
          You won’t see this secret again. The receiver uses it to check <code>X-Service-Signature</code>.
        </p>
      }
      text={secret}
      label="Copy the secret"
    />
  );
}
