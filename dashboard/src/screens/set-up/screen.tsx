import { useNavigate } from '@tanstack/react-router';
import { useSessionChanges } from '../../api/session.ts';
import { type AccountField, AccountForm, useAccountValues } from '../../components/form/account-form.tsx';
import { EntrancePage } from '../../components/layout/entrance-page.tsx';
import { useSubmit } from '../../components/form/form.tsx';

const fields: readonly AccountField[] = [
  {
    name: 'token',
    label: 'Set-up token',
    help: 'The service printed it in its log when it started.',
    autoComplete: 'off',
    spellCheck: false,
  },
  { name: 'project', label: 'Project name' },
  { name: 'email', label: 'Your email', type: 'email', autoComplete: 'username' },
  'newPassword',
];

export function SetUpScreen() {
  const navigate = useNavigate();
  const { setUp } = useSessionChanges();
  const values = useAccountValues();
  const { value } = values;
  const submission = useSubmit(async () => {
    await setUp({
      token: value('token').trim(),
      project: value('project'),
      email: value('email'),
      password: value('password'),
    });
    await navigate({ to: '/' });
  });
  return (
    <EntrancePage title="Set up Galley" intro="Create the first project and its owner. You do this once.">
      <AccountForm fields={fields} values={values} submission={submission} action="Create project" />
    </EntrancePage>
  );
}
