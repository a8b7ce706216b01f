import { Ellipsis, History, KeyRound, Pause, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Attempt } from '../../../../src/delivery/queue/schema.ts';
import { type Module, useProjectMutation, useRefresh } from '../../api/project.ts';
import { IconButton } from '../../components/base/button.tsx';
import { Time } from '../../components/base/time.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** A webhook or a purge target: a URL that Galley sends requests to. */
interface Receiver {
  id: string;
  url: string;
  enabled: boolean;
}

/** The differences between webhooks and purge targets. */
export interface ReceiverKind {
  noun: string;
  module: Module;
  /** The path of the list: `/webhooks`. */
  path: string;
  replayLabel: string;
  /** The texts of the confirmations. */
  consequences: { rotate: string; disable: string; remove: string };
}

/** Changes one receiver, after a confirmation if readers or the receiver would notice. */
export function useReceiver(
  { noun, module, path: list, consequences }: ReceiverKind,
  { id, url }: Receiver,
  { onTested, onDeleted }: { onTested: (attempt: Attempt) => void; onDeleted: () => unknown },
) {
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [secret, setSecret] = useState<string | null>(null);
  const path = `${list}/${id}`;
  const test = useProjectMutation<void, Attempt>([module], (api) => api.post(`${path}/test`));
  const rotate = useProjectMutation<void, { secret: string | null }>([module], (api) =>
    api.post(`${path}/rotate`),
  );
  const change = useProjectMutation<object, unknown>([module], (api, body) => api.patch(path, body));
  const remove = useProjectMutation<void, void>([], (api) => api.remove(path));
  return {
    isTesting: test.isPending,
    test: () => test.mutate(undefined, { onSuccess: onTested, onError: toastError }),
    isEnabling: change.isPending,
    enable: (options: object = {}) =>
      change.mutate(
        { enabled: true, ...options },
        { onSuccess: () => toast(`The ${noun} is enabled`), onError: toastError },
      ),
    rotate: () =>
      confirm({
        title: 'Create a new signing secret?',
        body: consequences.rotate,
        action: 'Create secret',
        run: async () => setSecret((await rotate.mutateAsync()).secret ?? ''),
      }),
    disable: () =>
      confirm({
        title: `Disable this ${noun}?`,
        body: consequences.disable,
        action: 'Disable',
        run: async () => {
          await change.mutateAsync({ enabled: false });
          toast(`The ${noun} is disabled`);
        },
      }),
    remove: () =>
      confirm({
        title: `Delete this ${noun}?`,
        body: consequences.remove,
        action: `Delete ${noun}`,
        confirmText: new URL(url).host,
        danger: true,
        run: async () => {
          await remove.mutateAsync();
          await onDeleted();
          void refresh(module); // after the screen closed, so that nothing requests the deleted receiver
          toast(`The ${noun} is deleted`);
        },
      }),
    secretDialog: secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />,
  };
}

interface ReceiverMenuProps {
  kind: ReceiverKind;
  receiver: Receiver;
  actions: Pick<ReturnType<typeof useReceiver>, 'rotate' | 'disable' | 'remove'>;
  hasSecret: boolean;
  onReplay: () => void;
  /** Further items, before the others. */
  children?: ReactNode;
}

export function ReceiverMenu({ kind, receiver, actions, hasSecret, onReplay, children }: ReceiverMenuProps) {
  return (
    <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />}>
      {children}
      <MenuItem icon={History} onSelect={onReplay}>
        {kind.replayLabel}
      </MenuItem>
      {hasSecret ? (
        <MenuItem icon={KeyRound} onSelect={actions.rotate}>
          New signing secret
        </MenuItem>
      ) : null}
      {receiver.enabled ? (
        <MenuItem icon={Pause} onSelect={actions.disable}>
          Disable
        </MenuItem>
      ) : null}
      <MenuLine />
      <MenuItem icon={Trash2} danger onSelect={actions.remove}>
        Delete
      </MenuItem>
    </Menu>
  );
}

interface DisabledByProps {
  receiver: { disabled_reason: string | null; disabled_at: string | null };
}

/** Who disabled a receiver, and when. */
export function DisabledBy({ receiver: { disabled_reason, disabled_at } }: DisabledByProps) {
  return (
    <>
      Disabled {disabled_reason === 'failures' ? 'after 20 failed attempts in a row' : 'manually'}
      {disabled_at === null ? null : (
        <>
          {' '}
          <Time value={disabled_at} />
        </>
      )}
      .
    </>
  );
}

/** The properties of a receiver, as pairs of a label and a value. */
export function ReceiverFacts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
