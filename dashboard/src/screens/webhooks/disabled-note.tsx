import type { ChangeEndpoint, ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast, toastProblem } from '../../components/overlay/toast.tsx';
import '../../features/delivery/endpoint.css';

/** Why nothing is sent, and the two ways on. */
export function DisabledNote({
  endpoint: { id, disabled_reason, disabled_at, health },
}: {
  endpoint: ShownEndpoint;
}) {
  const change = useProjectMutation(['webhooks'], (api, input: ChangeEndpoint) =>
    api.patch<ShownEndpoint>(`/webhooks/${id}`, input),
  );
  const enable = (held: 'send' | 'drop') =>
    change.mutate(
      { enabled: true, held },
      { onSuccess: () => toast('The webhook is enabled'), onError: toastProblem },
    );
  const why = disabled_reason === 'failures' ? 'after 20 failed attempts in a row' : 'by hand';
  return (
    <div className="disabled-note" role="status">
      <p>
        Disabled {why}
        {disabled_at === null ? null : (
          <>
            {' '}
            <Time value={disabled_at} />
          </>
        )}
        . Galley delivers no new events;{' '}
        {health.held === 0 ? 'nothing is held' : `${health.held} deliveries are held`}.
      </p>
      <div className="row">
        {health.held === 0 ? null : (
          <Button onClick={() => enable('drop')} busy={change.isPending}>
            Enable and drop held deliveries
          </Button>
        )}
        <Button variant="primary" onClick={() => enable('send')} busy={change.isPending}>
          {health.held === 0 ? 'Enable' : 'Enable and send held deliveries'}
        </Button>
      </div>
    </div>
  );
}
