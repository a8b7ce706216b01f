import { Ellipsis, History, KeyRound, Pause, Play, Send, Trash2 } from 'lucide-react';
import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import type { ChangeTarget, ShownTarget, TargetWithSecret } from '../../../../src/delivery/purges/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button, IconButton } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { toast, toastProblem } from '../../components/overlay/toast.tsx';

interface TargetActionsProps {
  target: ShownTarget;
  onTested: (attempt: Attempt) => void;
  onSecret: (secret: string) => void;
  onReplay: () => void;
  onGone: () => void;
}

export function TargetActions({ target, onTested, onSecret, onReplay, onGone }: TargetActionsProps) {
  const { rotate, disable, enable, remove, test } = useTargetWork(target, { onTested, onSecret, onGone });
  const isSigned = target.format === 'signed' || target.format === 'varnish';
  return (
    <>
      <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />}>
        <MenuItem icon={History} onSelect={onReplay}>
          Purge changes since…
        </MenuItem>
        {isSigned ? (
          <MenuItem icon={KeyRound} onSelect={rotate}>
            New signing secret
          </MenuItem>
        ) : null}
        {target.enabled ? (
          <MenuItem icon={Pause} onSelect={disable}>
            Disable
          </MenuItem>
        ) : null}
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={remove}>
          Delete
        </MenuItem>
      </Menu>
      {target.enabled ? null : (
        <Button icon={Play} onClick={enable}>
          Enable
        </Button>
      )}
      <Button variant="primary" icon={Send} busy={test.isPending} onClick={test.run}>
        Send a test
      </Button>
    </>
  );
}

/** What is done with a target, and what is asked before it. */
function useTargetWork(
  { id, url }: ShownTarget,
  { onTested, onSecret, onGone }: Pick<TargetActionsProps, 'onTested' | 'onSecret' | 'onGone'>,
) {
  const confirm = useConfirm();
  const path = `/purge-targets/${id}`;
  const tested = useProjectMutation<void, Attempt>(['delivery'], (api) => api.post<Attempt>(`${path}/test`));
  const rotated = useProjectMutation<void, TargetWithSecret>(['delivery'], (api) =>
    api.post(`${path}/rotate`),
  );
  const changed = useProjectMutation<ChangeTarget, ShownTarget>(['delivery'], (api, sent) =>
    api.patch(path, sent),
  );
  const removed = useProjectMutation<void, void>(['delivery'], (api) => api.remove(path));
  return {
    test: {
      isPending: tested.isPending,
      run: () => tested.mutate(undefined, { onSuccess: onTested, onError: toastProblem }),
    },
    enable: () =>
      changed.mutate(
        { enabled: true },
        { onSuccess: () => toast('The purge target is enabled'), onError: toastProblem },
      ),
    rotate: () =>
      confirm({
        title: 'Create a new signing secret?',
        body: 'The old secret stops working immediately. The receiver refuses purges until it has the new one.',
        action: 'Create secret',
        run: async () => onSecret((await rotated.mutateAsync()).secret ?? ''),
      }),
    disable: () =>
      confirm({
        title: 'Disable this purge target?',
        body: 'It keeps old copies until you enable it again. Then it receives all changes at once.',
        action: 'Disable',
        run: async () => {
          await changed.mutateAsync({ enabled: false });
          toast('The purge target is disabled');
        },
      }),
    remove: () =>
      confirm({
        title: 'Delete this purge target?',
        body: 'It keeps the copies that it has. This deletes its history, too. You can’t undo this.',
        action: 'Delete purge target',
        typed: new URL(url).host,
        danger: true,
        run: async () => {
          await removed.mutateAsync();
          onGone();
          toast('The purge target is deleted');
        },
      }),
  };
}
