import { useState } from 'react';
import type { Invite, MadeInvitation } from '../../../../src/accounts/sign-in/links/link-schema.ts';
import type { Role } from '../../../../src/accounts/users/schema.ts';
import { CopyDialog } from '../../components/overlay/copy-dialog.tsx';
import { useProjectMutation } from '../../api/project.ts';
import { SelectField, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';

import { type Narrowed, roles } from '../../../../src/contract/access.ts';
import { roleHelp, roleNames } from '../../features/access/role-names.ts';
import { GrantFields } from './grant-fields.tsx';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('editor');
  const [note, setNote] = useState('');
  const [grant, setGrant] = useState<Narrowed | null>(null);
  const [invitation, setInvitation] = useState<MadeInvitation | null>(null);
  const invite = useProjectMutation(['members'], (api, input: Invite) =>
    api.post<MadeInvitation>('/invitations', input),
  );
  const submission = useSubmit(async () => {
    const narrowed = role === 'owner' ? null : grant;
    setInvitation(
      await invite.mutateAsync({
        role,
        grant: narrowed,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      }),
    );
  });
  if (invitation !== null) {
    return (
      <CopyDialog
        label="Copy link"
        title="The invitation is ready"
        description="Send this link to the person you invite. It works once, for 7 days. You won’t see it again."
        text={invitation.url}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Invite someone"
      description="They join by a link and choose their own password."
      submission={submission}
      fields={['note', 'role']}
      action="Create link"
    >
      <TextField
        label="Note"
        name="note"
        value={note}
        onChange={setNote}
        autoComplete="off"
        help="A note about the recipient. Owners see this in the list. Anyone who has the link can use it."
        autoFocus
      />
      <SelectField
        label="Role"
        name="role"
        value={role}
        help={roleHelp[role]}
        onChange={(value) => setRole(roles.find((candidate) => candidate === value) ?? 'editor')}
      >
        {roles.map((option) => (
          <option key={option} value={option}>
            {roleNames[option]}
          </option>
        ))}
      </SelectField>
      {role === 'owner' ? null : <GrantFields value={grant} onChange={setGrant} />}
    </FormDialog>
  );
}
