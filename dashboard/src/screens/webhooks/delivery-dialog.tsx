import { RotateCcw } from 'lucide-react';
import type { ShownDelivery } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { CopyText } from '../../components/base/copy.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { AttemptView } from '../../features/delivery/attempt-view.tsx';
import { DeliveryBadge } from '../../features/delivery/delivery-badge.tsx';

interface DeliveryDialogProps {
  endpointId: string;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery with its body, its attempts, and the time of the next attempt. */
export function DeliveryDialog({ endpointId, deliveryId, onClose }: DeliveryDialogProps) {
  const path = `/webhooks/${endpointId}/deliveries/${deliveryId}`;
  const delivery = useProjectQuery<ShownDelivery>('webhooks', path, { refetchMs: 3_000 });
  const replay = useProjectMutation<void, ShownDelivery>(['webhooks'], (api) =>
    api.post<ShownDelivery>(`${path}/replay`),
  );
  const send = () =>
    replay.mutate(undefined, { onSuccess: () => toast('The delivery is sent again'), onError: toastError });
  return (
    <Dialog
      open
      onClose={onClose}
      size="side"
      title={delivery.data?.event ?? 'Delivery'}
      footer={
        <Button variant="primary" icon={RotateCcw} busy={replay.isPending} onClick={send}>
          Send again
        </Button>
      }
    >
      <QueryView query={delivery}>
        {({ id, state, next_attempt_at, body, attempts, actor }) => (
          <div className="stack">
            <div className="row">
              <DeliveryBadge state={state} />
              {next_attempt_at === null || state !== 'queued' ? null : (
                <span className="muted">
                  Next attempt <Time value={next_attempt_at} isUpcoming />
                </span>
              )}
            </div>
            {actor === null ? null : (
              <p className="muted">
                The change was made by <span dir="auto">{actor.name}</span>.
              </p>
            )}
            <CopyText text={id} label="Copy the delivery’s id" />
            <h3>Body</h3>
            <pre className="code">{formatJson(body)}</pre>
            {[...attempts].reverse().map((attempt, index) => (
              <AttemptView key={attempt.at} attempt={attempt} title={`Attempt ${attempts.length - index}`} />
            ))}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
