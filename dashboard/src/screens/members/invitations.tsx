import type { Invitation } from '../../../../src/accounts/sign-in/links/link-schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Section } from '../../components/layout/page.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { roleNames } from '../../features/access/role-names.ts';

const columns: readonly Column<Invitation>[] = [
  {
    key: 'note',
    title: 'For',
    cell: ({ note }) => note ?? <span className="muted">No note</span>,
  },
  { key: 'by', title: 'Invited by', width: '22%', cell: ({ invited_by }) => invited_by ?? 'The operator' },
  {
    key: 'role',
    title: 'Role',
    width: '120px',
    cell: ({ role }) => <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{roleNames[role]}</Badge>,
  },
  { key: 'ends', title: 'Ends', width: '140px', cell: ({ expires_at }) => <Time value={expires_at} /> },
  {
    key: 'more',
    title: '',
    width: '120px',
    align: 'end',
    cell: (invitation) => <Withdraw invitation={invitation} />,
  },
];

/** Unused invitation links. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Section title="Invitations" intro="Unused links. Each works once.">
      <DataTable label="Invitations" columns={columns} rows={invitations} rowId={({ id }) => id} />
    </Section>
  );
}

function Withdraw({ invitation: { id, note } }: { invitation: Invitation }) {
  const confirm = useConfirm();
  const withdraw = useProjectMutation(['members'], (api, invitationId: string) =>
    api.remove(`/invitations/${invitationId}`),
  );
  const ask = () =>
    confirm({
      title: 'Withdraw this invitation?',
      body: note === null ? 'The link stops working.' : `The link for ${note} stops working.`,
      action: 'Withdraw invitation',
      danger: true,
      run: async () => {
        await withdraw.mutateAsync(id);
        toast('The invitation is withdrawn');
      },
    });
  return <Button onClick={ask}>Withdraw</Button>;
}
