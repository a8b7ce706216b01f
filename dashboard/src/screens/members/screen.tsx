import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '../../../../src/users/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/actions.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/states.tsx';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { MemberTable } from './member-table.tsx';

export function MembersScreen() {
  const members = useProjectQuery<{ data: Member[] }>('members', '/members');
  const [isAdding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useActions([
    { id: 'member-add', label: 'Add a member', group: 'Create', icon: UserPlus, keys: 'c', run: add },
  ]);
  return (
    <Page
      title="Members"
      intro="Owners may do everything. Editors work on content and media, and see neither keys nor webhooks nor settings."
      actions={
        <Button variant="primary" icon={UserPlus} onClick={add}>
          Add a member
        </Button>
      }
    >
      <QueryView query={members}>{({ data }) => <MemberTable members={data} />}</QueryView>
      {isAdding ? <AddMemberDialog onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}
