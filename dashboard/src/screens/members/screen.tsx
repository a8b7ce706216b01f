import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Invitation } from '../../../../src/accounts/sign-in/links/link-schema.ts';
import type { Member } from '../../../../src/accounts/users/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';

export function MembersScreen() {
  const members = useProjectQuery<{ data: Member[] }>('members', '/members');
  const invitations = useProjectQuery<{ data: Invitation[] }>('members', '/invitations');
  const [isInviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  useActions([
    {
      id: 'member-invite',
      label: 'Invite someone',
      group: 'Create',
      icon: UserPlus,
      keys: 'c',
      run: invite,
    },
  ]);
  return (
    <Page
      title="Members"
      intro="Owners can do everything. Editors work on content and media. They can’t see keys, webhooks or settings."
      actions={
        <Button variant="primary" icon={UserPlus} onClick={invite}>
          Invite
        </Button>
      }
    >
      <QueryView query={members}>{({ data }) => <MemberTable members={data} />}</QueryView>
      <QueryView query={invitations} loading={<></>}>
        {({ data }) => <Invitations invitations={data} />}
      </QueryView>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </Page>
  );
}
