import { useState } from 'react';
import type { Attempt, Delivery } from '../../../../src/delivery/queue/schema.ts';
import type { ShownTarget } from '../../../../src/delivery/purges/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { AttemptView } from '../../features/delivery/attempt-view.tsx';
import { CopyText } from '../../components/base/copy.tsx';
import { DeliveryBadge } from '../../features/delivery/delivery-badge.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Health, refreshMs } from '../../features/delivery/endpoint-health.tsx';
import { SecretDialog } from '../../features/delivery/secret-dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { ReplayTargetDialog } from './replay-target-dialog.tsx';
import { TargetActions } from './target-actions.tsx';
import { behindWords, formatNames } from './words.ts';
import './delivery.css';

/** One target: how it is doing, what can be done with it, and what it was sent. */
export function TargetPanel({ target, onClose }: { target: ShownTarget; onClose: () => void }) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [isReplaying, setReplaying] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      size="side"
      title={formatNames[target.format]}
      description={<code className="endpoint-url">{target.url}</code>}
      footer={
        <TargetActions
          target={target}
          onTested={setAttempt}
          onSecret={setSecret}
          onReplay={() => setReplaying(true)}
          onGone={onClose}
        />
      }
    >
      <div className="stack">
        <div className="row">
          <Health endpoint={target} />
          <span className="muted">{behindWords(target.behind)}</span>
        </div>
        {target.enabled ? null : (
          <p role="status">
            Disabled {target.disabled_reason === 'failures' ? 'after 20 failed attempts in a row' : 'by hand'}
            . What changes meanwhile waits for it.
          </p>
        )}
        <Facts target={target} />
        <CopyText text={target.id} label="Copy the target’s id" />
        {attempt === null ? null : (
          <AttemptView
            attempt={attempt}
            title={attempt.error === null ? 'The test arrived' : 'The test did not arrive'}
          />
        )}
        <h3>Last purges</h3>
        <History targetId={target.id} />
      </div>
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {isReplaying ? <ReplayTargetDialog targetId={target.id} onClose={() => setReplaying(false)} /> : null}
    </Dialog>
  );
}

function Facts({ target }: { target: ShownTarget }) {
  const { every_seconds, repeat_seconds, consecutive_failures, last_purge_at } = target;
  return (
    <dl className="facts">
      <div>
        <dt>Last purge</dt>
        <dd>{last_purge_at === null ? 'None yet' : <Time value={last_purge_at} />}</dd>
      </div>
      <div>
        <dt>At most every</dt>
        <dd>{every_seconds} s</dd>
      </div>
      <div>
        <dt>Repeated after</dt>
        <dd>{repeat_seconds.length === 0 ? 'Never' : `${repeat_seconds.join(', ')} s`}</dd>
      </div>
      <div>
        <dt>Failed in a row</dt>
        <dd>{consecutive_failures} of 20</dd>
      </div>
    </dl>
  );
}

function History({ targetId }: { targetId: string }) {
  const history = useProjectQuery<{ data: Delivery[] }>('delivery', `/purge-targets/${targetId}/deliveries`, {
    query: { limit: 10 },
    refetchMs: refreshMs,
  });
  return (
    <QueryView query={history}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="muted">Nothing was sent yet.</p>
        ) : (
          <ul className="purge-history">
            {data.map(({ id, state, created_at, attempts }) => (
              <li key={id}>
                <DeliveryBadge state={state} />
                <span>{attempts.at(-1)?.error ?? attempts.at(-1)?.status ?? 'Not sent yet'}</span>
                <Time value={created_at} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
