import { useState } from 'react';
import type { ChangeMember, Member } from '../../../../src/accounts/users/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { GrantFields } from './grant-fields.tsx';

/** Limits the access of a member to areas, content types and languages. */
export function NarrowDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [grant, setGrant] = useState(member.grant);
  const change = useProjectMutation(['members'], (api, input: ChangeMember) =>
    api.patch<Member>(`/members/${member.id}`, input),
  );
  const submission = useSubmit(async () => {
    await change.mutateAsync({ grant });
    toast(`Areas of ${member.name} saved`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Where ${member.name} works`}
      submission={submission}
      fields={[]}
      action="Save"
    >
      <GrantFields value={grant} onChange={setGrant} />
    </FormDialog>
  );
}
