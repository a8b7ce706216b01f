import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { AttemptView } from '../../components/attempt-view.tsx';

export function TestDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={attempt.error === null ? 'The test event arrived' : 'The test event did not arrive'}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <AttemptView attempt={attempt} />
    </Dialog>
  );
}
