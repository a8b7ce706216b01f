import { useState } from 'react';
import type { AddMember, Member, Role } from '../../../../src/users/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { CopyText } from '../../components/copy.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useSubmit } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { roleNames } from './roles.ts';

interface Added {
  member: Member;
  password: string | null;
}

export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [added, setAdded] = useState<Added | null>(null);
  const add = useProjectMutation(['members'], (api, input: AddMember) => api.post<Added>('/members', input));
  const submission = useSubmit(async () => {
    const answer = await add.mutateAsync({
      email: email.trim(),
      role,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    });
    if (answer.password !== null) return setAdded(answer);
    toast(`${answer.member.name} is a member now, and signs in with the password that they have`);
    onClose();
  });
  if (added !== null) return <PasswordDialog added={added} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Add a member"
      submission={submission}
      fields={['email', 'name', 'role']}
      action="Add"
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        autoComplete="off"
        help="Made from the e-mail when left out."
      />
      <SelectField
        label="Role"
        name="role"
        value={role}
        onChange={(value) => setRole(value === 'owner' ? 'owner' : 'editor')}
      >
        <option value="editor">{roleNames.editor}</option>
        <option value="owner">{roleNames.owner}</option>
      </SelectField>
    </FormDialog>
  );
}

function PasswordDialog({ added: { member, password }, onClose }: { added: Added; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${member.name} is a member now`}
      description="Give them this password on a safe way. It is shown this once; they change it under Settings."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyText text={password ?? ''} label="Copy the password" />
    </Dialog>
  );
}
