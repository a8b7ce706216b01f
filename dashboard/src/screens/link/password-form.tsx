import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useUseLink } from './use-link.ts';

export function PasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('');
  const submission = useUseLink({ token, password });
  return (
    <Form submission={submission} fields={['password']}>
      <TextField label="Email" value={email} onChange={() => undefined} readOnly autoComplete="username" />
      <TextField
        label="New password"
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        help="At least 10 characters. This ends your other sessions."
        autoFocus
      />
      <Button type="submit" variant="primary" busy={submission.busy}>
        Save password
      </Button>
    </Form>
  );
}

export function SignInForm({ token }: { token: string }) {
  const submission = useUseLink({ token });
  return (
    <Form submission={submission} fields={[]}>
      <Button type="submit" variant="primary" busy={submission.busy} autoFocus>
        Sign in
      </Button>
    </Form>
  );
}
