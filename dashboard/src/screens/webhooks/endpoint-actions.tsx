import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, History, KeyRound, Pause, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import type { Endpoint, ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button, IconButton } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { toast, toastProblem } from '../../components/overlay/toast.tsx';
import { ChangeEndpointDialog } from './change-endpoint-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog } from '../../features/delivery/secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

export function EndpointActions({ endpoint }: { endpoint: ShownEndpoint }) {
  const [front, setFront] = useState<'change' | 'replay' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const path = `/webhooks/${endpoint.id}`;
  const test = useProjectMutation<void, Attempt>(['webhooks'], (api) => api.post<Attempt>(`${path}/test`));
  const sendTest = () => test.mutate(undefined, { onSuccess: setAttempt, onError: toastProblem });
  const questions = useQuestions(endpoint, setSecret);
  useActions([
    {
      id: 'webhook-test',
      label: 'Send a test event',
      group: 'This webhook',
      icon: Send,
      keys: 't',
      run: sendTest,
    },
    {
      id: 'webhook-replay',
      label: 'Replay events since…',
      group: 'This webhook',
      icon: History,
      run: () => setFront('replay'),
    },
    {
      id: 'webhook-rotate',
      label: 'Create a new signing secret',
      group: 'This webhook',
      icon: KeyRound,
      run: questions.rotate,
    },
  ]);
  return (
    <>
      <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setFront('change')}>
          Edit URL and events
        </MenuItem>
        <MenuItem icon={History} onSelect={() => setFront('replay')}>
          Replay events since…
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={questions.rotate}>
          New signing secret
        </MenuItem>
        {endpoint.enabled ? (
          <MenuItem icon={Pause} onSelect={questions.disable}>
            Disable
          </MenuItem>
        ) : null}
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={questions.remove}>
          Delete
        </MenuItem>
      </Menu>
      <Button icon={Send} busy={test.isPending} onClick={sendTest}>
        Send a test event
      </Button>
      {front === 'change' ? (
        <ChangeEndpointDialog endpoint={endpoint} onClose={() => setFront(null)} />
      ) : null}
      {front === 'replay' ? <ReplayDialog endpointId={endpoint.id} onClose={() => setFront(null)} /> : null}
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {attempt === null ? null : <TestDialog attempt={attempt} onClose={() => setAttempt(null)} />}
    </>
  );
}

/** What is asked before it is done. */
function useQuestions(endpoint: ShownEndpoint, showSecret: (secret: string) => void) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { id: projectId } = useProject();
  const path = `/webhooks/${endpoint.id}`;
  const rotate = useProjectMutation<void, { endpoint: Endpoint; secret: string }>(['webhooks'], (api) =>
    api.post(`${path}/rotate`),
  );
  const disable = useProjectMutation<void, ShownEndpoint>(['webhooks'], (api) =>
    api.patch(path, { enabled: false }),
  );
  const remove = useProjectMutation<void, void>([], (api) => api.remove(path));
  return {
    rotate: () =>
      confirm({
        title: 'Create a new signing secret?',
        body: 'The old secret stops working immediately. The receiver refuses deliveries until it has the new one.',
        action: 'Create secret',
        run: async () => showSecret((await rotate.mutateAsync()).secret),
      }),
    disable: () =>
      confirm({
        title: 'Disable this webhook?',
        body: 'Galley holds queued deliveries, and delivers no new events until you enable the webhook again. You can replay them for 30 days.',
        action: 'Disable',
        run: async () => {
          await disable.mutateAsync();
          toast('The webhook is disabled');
        },
      }),
    remove: () =>
      confirm({
        title: 'Delete this webhook?',
        body: 'This deletes its queue and its history. You can’t undo this.',
        action: 'Delete webhook',
        typed: new URL(endpoint.url).host,
        danger: true,
        run: async () => {
          await remove.mutateAsync();
          await navigate({ to: '/p/$projectId/webhooks', params: { projectId } });
          toast('The webhook is deleted');
        },
      }),
  };
}
