import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import { Button } from '../../components/base/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { AttemptView } from '../../features/delivery/attempt-view.tsx';

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
