import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Delivery } from '../../../../src/delivery/queue/schema.ts';
import type { ShownTarget, SentChange } from '../../../../src/delivery/purges/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { AttemptView } from '../../features/delivery/attempt-view.tsx';
import { Badge } from '../../components/base/badge.tsx';
import { CopyAction } from '../../components/base/copy.tsx';
import { DeliveryBadge } from '../../features/delivery/delivery-badge.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { refreshMs } from '../../features/delivery/endpoint-health.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { useReleaseName } from '../../api/release-names.ts';
import { changedThings, tagWords } from './words.ts';

interface ChangePanelProps {
  change: SentChange;
  names: EditorTargets;
  targets: readonly ShownTarget[];
  onClose: () => void;
}

/** The tags that one change purged, and the request to each target with its response. */
export function ChangePanel({ change, names, targets, onClose }: ChangePanelProps) {
  const releaseName = useReleaseName();
  const things = changedThings(change.tags, (tag) => tagWords(tag, names, releaseName));
  return (
    <Dialog open onClose={onClose} size="side" title={change.by_hand ? 'Manual purge' : 'Change'}>
      <div className="stack">
        <p className="muted">
          <Time value={change.at} exact />
        </p>
        <h3>Pages that show these were refreshed</h3>
        <ul className="told-tags">
          {things.map((words) => (
            <li key={words} dir="auto">
              {words.slice(0, 1).toUpperCase() + words.slice(1)}
            </li>
          ))}
        </ul>
        <CopyAction text={change.tags.join(' ')} label="Copy cache tags" />
        {change.targets.map(({ target_id, state, delivery_id }) => {
          const url = targets.find(({ id }) => id === target_id)?.url ?? target_id;
          return (
            <section key={target_id} className="stack">
              <h3>{url}</h3>
              <div>
                {state === 'waiting' ? <Badge tone="note">Waiting</Badge> : <DeliveryBadge state={state} />}
              </div>
              {delivery_id === null ? null : <LastAttempt targetId={target_id} deliveryId={delivery_id} />}
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

function LastAttempt({ targetId, deliveryId }: { targetId: string; deliveryId: string }) {
  const delivery = useProjectQuery<Delivery>(
    'delivery',
    `/purge-targets/${targetId}/deliveries/${deliveryId}`,
    { refetchMs: refreshMs },
  );
  return (
    <QueryView query={delivery}>
      {({ attempts }) => {
        const last = attempts.at(-1);
        return last === undefined ? <p className="muted">Not sent yet.</p> : <AttemptView attempt={last} />;
      }}
    </QueryView>
  );
}
