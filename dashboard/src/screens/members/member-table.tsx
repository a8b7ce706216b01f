import { Ellipsis, KeyRound, Scaling, ShieldOff, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { MadeLink } from '../../../../src/accounts/sign-in/links/link-schema.ts';
import type { Member, Role } from '../../../../src/accounts/users/schema.ts';
import { CopyDialog } from '../../components/overlay/copy-dialog.tsx';
import { useProjectMutation } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../components/base/badge.tsx';
import { IconButton } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/overlay/menu.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

import { roles } from '../../../../src/contract/access.ts';
import { roleNames, roleWords } from '../../features/access/role-names.ts';
import { grantWords } from './grant-fields.tsx';
import { NarrowDialog } from './narrow-dialog.tsx';

const columns: readonly Column<Member>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: ({ name, is_you }) => (
      <>
        <strong>{name}</strong>
        {is_you ? <span className="muted"> (you)</span> : null}
      </>
    ),
  },
  { key: 'email', title: 'Email', width: '34%', cell: ({ email }) => email },
  {
    key: 'role',
    title: 'Role',
    width: '180px',
    cell: ({ role, grant, source }) => (
      <>
        <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{roleNames[role]}</Badge>
        {grant === null ? null : <span className="cell-note muted">{grantWords(grant)}</span>}
        {source === null ? null : <SourceNote source={source} />}
      </>
    ),
  },
  {
    key: 'added',
    title: 'Joined',
    width: '160px',
    cell: ({ added_at, invited_by }) => (
      <span title={invited_by === null ? undefined : `Invited by ${invited_by}`}>
        <Time value={added_at} />
      </span>
    ),
  },
  { key: 'more', title: '', width: '56px', align: 'end', cell: (member) => <MemberMenu member={member} /> },
];

/** `From group web-team (Acme), confirmed 2 days ago` */
function SourceNote({ source: { issuer, group, confirmed_at } }: { source: NonNullable<Member['source']> }) {
  const label = useSession()?.sign_in.issuers.find(({ name }) => name === issuer)?.label ?? issuer;
  return (
    <span className="cell-note muted">
      From group {group} ({label}), confirmed <Time value={confirmed_at} />
    </span>
  );
}

export function MemberTable({ members }: { members: readonly Member[] }) {
  return <DataTable label="Members" columns={columns} rows={members} rowId={({ id }) => id} />;
}

/** Both links set a new password; `recover` also removes the authenticator app. */
type LinkToAccount = 'reset' | 'recover';

function MemberMenu({ member }: { member: Member }) {
  const confirm = useConfirm();
  const change = useProjectMutation(['members'], (api, role: Role) =>
    api.patch<Member>(`/members/${member.id}`, { role }),
  );
  const [link, setLink] = useState<MadeLink | null>(null);
  const [isNarrowing, setNarrowing] = useState(false);
  const createLink = useProjectMutation(['members'], (api, kind: LinkToAccount) =>
    api.post<MadeLink>(`/members/${member.id}/link`, { kind }),
  );
  const remove = useProjectMutation(['members'], (api, id: string) => api.remove(`/members/${id}`));
  const changeRole = (role: Role) => {
    if (role === member.role) return;
    change.mutate(role, {
      onSuccess: () => toast(`${member.name} is ${roleWords[role]} now`),
      onError: toastError,
    });
  };
  const ask = () =>
    confirm({
      title: `Remove ${member.name}?`,
      body:
        member.source === null
          ? 'They can no longer open this project. Their content is kept.'
          : `${member.name} returns at the next sign-in while in the group ${member.source.group}.`,
      action: 'Remove member',
      danger: true,
      run: async () => {
        await remove.mutateAsync(member.id);
        toast(`${member.name} is removed`);
      },
    });
  const reset = (kind: LinkToAccount) => createLink.mutate(kind, { onSuccess: setLink, onError: toastError });
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${member.name}`} icon={Ellipsis} />}>
        {member.source !== null
          ? null
          : roles.map((role) => (
              <MenuItem key={role} checked={role === member.role} onSelect={() => changeRole(role)}>
                {roleNames[role]}
              </MenuItem>
            ))}
        {member.source === null ? <MenuLine /> : null}
        {member.role === 'owner' || member.source !== null ? null : (
          <MenuItem icon={Scaling} onSelect={() => setNarrowing(true)}>
            Choose areas
          </MenuItem>
        )}
        {member.is_you ? null : (
          <>
            <MenuItem icon={KeyRound} onSelect={() => reset('reset')}>
              Reset password
            </MenuItem>
            <MenuItem icon={ShieldOff} onSelect={() => reset('recover')}>
              Reset password and two-step sign-in
            </MenuItem>
          </>
        )}
        <MenuItem icon={UserMinus} danger onSelect={ask}>
          Remove from the project
        </MenuItem>
      </Menu>
      {isNarrowing ? <NarrowDialog member={member} onClose={() => setNarrowing(false)} /> : null}
      {link === null ? null : (
        <CopyDialog
          label="Copy link"
          title={`Reset the password of ${member.name}`}
          description="Send them this link. They choose a new password on its page, which shows that you created it. It works once, for 24 hours, and replaces earlier links for this account. You won’t see it again."
          text={link.url}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
}
