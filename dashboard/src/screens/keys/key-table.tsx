import { Ban, Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Badge, type Tone } from '../../components/base/badge.tsx';
import { IconButton } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { CopyButton } from '../../components/base/copy.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { accessWords } from './access-fields.tsx';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import './keys.css';

export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const [editedKey, setEditedKey] = useState<ApiKey | null>(null);
  const columns: readonly Column<ApiKey>[] = [
    { key: 'name', title: 'Name', width: '23%', cell: (key) => <KeyName value={key} /> },
    { key: 'kind', title: 'Kind', width: '132px', cell: (key) => <State value={key} /> },
    { key: 'token', title: 'Token', width: '210px', cell: (key) => <Token value={key} /> },
    { key: 'origins', title: 'Origins', cell: originsOf },
    {
      key: 'used',
      title: 'Last used',
      width: '112px',
      cell: (key) =>
        key.last_used_at === null ? <span className="muted">never</span> : <Time value={key.last_used_at} />,
    },
    {
      key: 'expires',
      title: 'Expires',
      width: '104px',
      cell: (key) =>
        key.expires_at === null ? <span className="muted">never</span> : <Time value={key.expires_at} />,
    },
    {
      key: 'more',
      title: <span className="visually-hidden">Actions</span>,
      width: '56px',
      align: 'end',
      cell: (key) => <KeyMenu value={key} onChange={setEditedKey} />,
    },
  ];
  return (
    <>
      <DataTable
        label="Keys"
        columns={columns}
        rows={keys}
        rowId={({ id }) => id}
        onOpen={(key) => (key.revoked_at === null ? setEditedKey(key) : undefined)}
        rowClass={({ revoked_at }) => (revoked_at === null ? undefined : 'key-revoked')}
      />
      {editedKey === null ? null : <ChangeKeyDialog value={editedKey} onClose={() => setEditedKey(null)} />}
    </>
  );
}

function KeyName({ value }: { value: ApiKey }) {
  const access = accessWords(value);
  return (
    <>
      <strong>{value.name}</strong>
      {access === null ? null : (
        <span className="cell-note muted" title={access}>
          {access}
        </span>
      )}
    </>
  );
}

function State({ value: { purpose, revoked_at, expires_at } }: { value: ApiKey }) {
  const isOver = expires_at !== null && new Date(expires_at) <= new Date();
  const [tone, text]: [Tone, string] =
    revoked_at !== null
      ? ['plain', 'Revoked']
      : isOver
        ? ['warn', 'Expired']
        : purpose === 'secret'
          ? ['accent', 'Secret']
          : ['good', 'Publishable'];
  return <Badge tone={tone}>{text}</Badge>;
}

function Token({ value: { token, purpose } }: { value: ApiKey }) {
  if (token === null) return <span className="muted">{purpose === 'secret' ? 'shown once' : ''}</span>;
  return (
    <span className="key-token">
      <code>{token}</code>
      <CopyButton text={token} label="Copy the key" />
    </span>
  );
}

function originsOf({ purpose, origins }: ApiKey) {
  if (purpose === 'secret') return <span className="muted">servers only</span>;
  if (origins.length === 0) return <span className="muted">no browser</span>;
  return <span title={origins.join('\n')}>{origins.join(', ').replaceAll(/https?:\/\//g, '')}</span>;
}

function KeyMenu({ value, onChange }: { value: ApiKey; onChange: (key: ApiKey) => void }) {
  const confirm = useConfirm();
  const revoke = useProjectMutation(['keys'], (api, id: string) => api.remove(`/keys/${id}`));
  if (value.revoked_at !== null) return null;
  const ask = () =>
    confirm({
      title: `Revoke ${value.name}?`,
      body: 'Requests with this key fail immediately. You can’t undo this. Programs that use the key need a new one.',
      action: 'Revoke key',
      danger: true,
      run: async () => {
        await revoke.mutateAsync(value.id);
        toast(`${value.name} is revoked`);
      },
    });
  return (
    <Menu trigger={<IconButton label={`Actions for ${value.name}`} icon={Ellipsis} />}>
      <MenuItem icon={Pencil} onSelect={() => onChange(value)}>
        Change
      </MenuItem>
      <MenuItem icon={Ban} danger onSelect={ask}>
        Revoke
      </MenuItem>
    </Menu>
  );
}
