import { Play, Send } from 'lucide-react';
import { useState } from 'react';
import type { Attempt, Delivery } from '../../../../src/delivery/queue/schema.ts';
import type { Backlog, ShownTarget } from '../../../../src/delivery/purges/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { AttemptView } from '../../features/delivery/attempt-view.tsx';
import { Button } from '../../components/base/button.tsx';
import { CopyText } from '../../components/base/copy.tsx';
import { DeliveryBadge } from '../../features/delivery/delivery-badge.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Health, refreshMs } from '../../features/delivery/endpoint-health.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import {
  DisabledBy,
  ReceiverFacts,
  type ReceiverKind,
  ReceiverMenu,
  useReceiver,
} from '../../features/delivery/receiver.tsx';
import { SinceDialog } from '../../features/delivery/since-dialog.tsx';
import { behindWords, formatNames } from './words.ts';
import './delivery.css';

const purgeTarget: ReceiverKind = {
  noun: 'purge target',
  module: 'delivery',
  path: '/purge-targets',
  replayLabel: 'Purge changes since…',
  consequences: {
    rotate: 'The old secret stops working immediately. The receiver rejects purges until it has the new one.',
    disable: 'It keeps old copies until you enable it again. Then it receives all changes at once.',
    remove: 'It keeps the copies that it has. This deletes its history, too. You can’t undo this.',
  },
};

/** A side panel with a purge target's state, actions and last purges. */
export function TargetPanel({ target, onClose }: { target: ShownTarget; onClose: () => void }) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [isReplaying, setReplaying] = useState(false);
  const actions = useReceiver(purgeTarget, target, { onTested: setAttempt, onDeleted: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      size="side"
      title={formatNames[target.format]}
      description={<code className="endpoint-url">{target.url}</code>}
      footer={
        <>
          <ReceiverMenu
            kind={purgeTarget}
            receiver={target}
            actions={actions}
            hasSecret={target.format === 'signed' || target.format === 'varnish'}
            onReplay={() => setReplaying(true)}
          />
          {target.enabled ? null : (
            <Button icon={Play} onClick={() => actions.enable()}>
              Enable
            </Button>
          )}
          <Button variant="primary" icon={Send} busy={actions.isTesting} onClick={actions.test}>
            Send a test
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="row">
          <Health endpoint={target} />
          <span className="muted">{behindWords(target.behind)}</span>
        </div>
        {target.enabled ? null : (
          <p role="status">
            <DisabledBy receiver={target} /> It receives the changes in between once you enable it.
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
      {actions.secretDialog}
      {isReplaying ? <ReplayDialog targetId={target.id} onClose={() => setReplaying(false)} /> : null}
    </Dialog>
  );
}

function Facts({ target }: { target: ShownTarget }) {
  const { every_seconds, repeat_seconds, consecutive_failures, last_purge_at } = target;
  return (
    <ReceiverFacts
      facts={{
        'Last purge': last_purge_at === null ? 'None yet' : <Time value={last_purge_at} />,
        'At most every': `${every_seconds} s`,
        'Repeated after': repeat_seconds.length === 0 ? 'Never' : `${repeat_seconds.join(', ')} s`,
        'Failed in a row': `${consecutive_failures} of 20`,
      }}
    />
  );
}

function ReplayDialog({ targetId, onClose }: { targetId: string; onClose: () => void }) {
  const replay = useProjectMutation(['delivery'], (api, since: string) =>
    api.post<Backlog>(`/purge-targets/${targetId}/replay`, { since }),
  );
  return (
    <SinceDialog
      onClose={onClose}
      title="Purge changes since"
      description="The receiver gets one purge with everything that changed since then."
      action="Purge again"
      help="Covers the last 30 days. An earlier date purges everything."
      run={async (since) => `Purged again: ${behindWords(await replay.mutateAsync(since)).toLowerCase()}`}
    />
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
