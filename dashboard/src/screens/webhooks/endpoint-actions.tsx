import { counted } from '../../components/base/counted.ts';
import { useNavigate } from '@tanstack/react-router';
import { History, KeyRound, Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { MenuItem } from '../../components/overlay/menu.tsx';
import { AttemptView } from '../../features/delivery/attempt-view.tsx';
import {
  DisabledBy,
  type ReceiverKind,
  ReceiverMenu,
  useReceiver,
} from '../../features/delivery/receiver.tsx';
import { SinceDialog } from '../../features/delivery/since-dialog.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import '../../features/delivery/endpoint.css';

const webhook: ReceiverKind = {
  noun: 'webhook',
  module: 'webhooks',
  path: '/webhooks',
  replayLabel: 'Replay events since…',
  consequences: {
    rotate:
      'The old secret stops working immediately. The receiver rejects deliveries until it has the new one.',
    disable:
      'Galley holds queued deliveries, and delivers no new events until you enable the webhook again. You can replay them for 30 days.',
    remove: 'This deletes its queue and its history. You can’t undo this.',
  },
};

export function EndpointActions({ endpoint }: { endpoint: ShownEndpoint }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'change' | 'replay' | null>(null);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const close = () => setDialog(null);
  const actions = useReceiver(webhook, endpoint, {
    onTested: setAttempt,
    onDeleted: () => navigate({ to: '/p/$projectId/webhooks', params: { projectId } }),
  });
  const group = 'This webhook';
  const replay = () => setDialog('replay');
  useActions([
    { id: 'webhook-test', label: 'Send a test event', group, icon: Send, keys: 't', run: actions.test },
    { id: 'webhook-replay', label: webhook.replayLabel, group, icon: History, run: replay },
    {
      id: 'webhook-rotate',
      label: 'Create a new signing secret',
      group,
      icon: KeyRound,
      run: actions.rotate,
    },
  ]);
  return (
    <>
      <ReceiverMenu kind={webhook} receiver={endpoint} actions={actions} hasSecret onReplay={replay}>
        <MenuItem icon={Pencil} onSelect={() => setDialog('change')}>
          Edit URL and events
        </MenuItem>
      </ReceiverMenu>
      <Button icon={Send} busy={actions.isTesting} onClick={actions.test}>
        Send a test event
      </Button>
      {dialog === 'change' ? <EndpointDialog endpoint={endpoint} onClose={close} /> : null}
      {dialog === 'replay' ? <ReplayDialog endpointId={endpoint.id} onClose={close} /> : null}
      {actions.secretDialog}
      {attempt === null ? null : <TestDialog attempt={attempt} onClose={() => setAttempt(null)} />}
    </>
  );
}

/** Shows why a webhook is disabled, with a button to enable it. */
export function DisabledNote({ endpoint }: { endpoint: ShownEndpoint }) {
  const { held } = endpoint.health;
  const { enable, isEnabling } = useReceiver(webhook, endpoint, {
    onTested: () => undefined,
    onDeleted: () => undefined,
  });
  return (
    <div className="disabled-note" role="status">
      <p>
        <DisabledBy receiver={endpoint} /> Galley delivers no new events;{' '}
        {held === 0
          ? 'nothing is held'
          : `${counted(held, 'delivery', 'deliveries')} ${held === 1 ? 'is' : 'are'} held`}
        .
      </p>
      <div className="row">
        {held === 0 ? null : (
          <Button onClick={() => enable({ held: 'drop' })} busy={isEnabling}>
            Enable and drop held deliveries
          </Button>
        )}
        <Button variant="primary" onClick={() => enable({ held: 'send' })} busy={isEnabling}>
          {held === 0 ? 'Enable' : 'Enable and send held deliveries'}
        </Button>
      </div>
    </div>
  );
}

interface ReplayResult {
  queued: number;
  in_progress?: true;
}

function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const replay = useProjectMutation(['webhooks'], (api, since: string) =>
    api.post<ReplayResult>(`/webhooks/${endpointId}/replay`, { since }),
  );
  return (
    <SinceDialog
      onClose={onClose}
      title="Replay events since…"
      description="Galley delivers every event since then again. Each delivery keeps its ID."
      action="Replay"
      help="At most 30 days back."
      run={async (since) => describeReplay(await replay.mutateAsync(since))}
    />
  );
}

function describeReplay({ queued, in_progress: isRunning }: ReplayResult): string {
  if (isRunning === true) return `${queued} deliveries queued so far. The others follow.`;
  if (queued === 0) return 'No events since then';
  return `${queued} ${queued === 1 ? 'delivery is' : 'deliveries are'} sent again`;
}

function TestDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
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
