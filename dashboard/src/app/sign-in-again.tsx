import { useEffect, useState } from 'react';
import { whenSignedOut } from '../api/client.ts';
import { useSession, useSessionChanges } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Form, useSubmit } from '../components/form.tsx';

/** When the session ends while somebody works, they sign in above their screen, and nothing on it is lost. */
export function SignInAgain() {
  const [isOpen, setOpen] = useState(false);
  const email = useSession()?.user?.email;
  useEffect(() => whenSignedOut(() => setOpen(true)), []);
  if (!isOpen || email === undefined) return null;
  return <AgainDialog email={email} onDone={() => setOpen(false)} />;
}

function AgainDialog({ email, onDone }: { email: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const { signIn } = useSessionChanges();
  const submission = useSubmit(async () => {
    await signIn({ email, password });
    onDone();
  });
  return (
    <Dialog
      open
      onClose={onDone}
      size="small"
      title="Sign in again"
      description="You’ve been signed out. Sign in to continue. Nothing is lost."
      footer={
        <Button type="submit" form="again" variant="primary" busy={submission.busy}>
          Sign in
        </Button>
      }
    >
      <Form id="again" submission={submission} fields={['password']}>
        <TextField label="Email" value={email} onChange={() => undefined} readOnly autoComplete="username" />
        <TextField
          label="Password"
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
