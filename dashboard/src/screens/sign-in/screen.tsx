import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession, useSessionChanges } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { CredentialsFields } from '../../components/credentials-fields.tsx';
import { DoorPage } from '../../components/door-page.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { next } = route.useSearch();
  const router = useRouter();
  const session = useSession();
  const { signIn } = useSessionChanges();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit(async () => {
    const { reset } = await signIn({ email, password });
    if (reset !== undefined)
      toast(
        `Your password was set with a link that ${reset.by ?? 'the operator'} created. See Your account.`,
      );
    router.history.push(next ?? router.buildLocation({ to: '/' }).href);
  });
  const isStranded = session?.user !== null && session?.projects.length === 0;
  return (
    <DoorPage title="Sign in" intro="Write, plan and publish your project’s content.">
      {isStranded ? (
        <p className="muted">You are not a member of any project. Ask an owner to invite you.</p>
      ) : null}
      <Form submission={submission} fields={['email', 'password']}>
        <CredentialsFields email={email} onEmail={setEmail} password={password} onPassword={setPassword} />
        <Button type="submit" variant="primary" busy={submission.busy}>
          Sign in
        </Button>
      </Form>
    </DoorPage>
  );
}
