import { type ReactNode, useState } from 'react';
import type { User } from '../../../../src/accounts/users/schema.ts';
import { AccountForm, FixedEmail, useAccountValues } from '../../components/form/account-form.tsx';
import { Button } from '../../components/base/button.tsx';
import { useUseLink } from './use-link.ts';

type Way = 'oneself' | 'new' | 'known';

/** Three ways to join: as the person who is signed in, with a new account, or with one that they have. */
export function JoinForms({ token, user }: { token: string; user: User | null }) {
  const [way, setWay] = useState<Way>(user === null ? 'new' : 'oneself');
  const others: readonly [Way, string][] = [
    ['oneself', `Join as ${user?.name ?? ''}`],
    ['new', 'Create an account'],
    ['known', 'I already have an account'],
  ];
  return (
    <>
      {way === 'oneself' ? (
        <LinkForm token={token} action="Join">
          <p>You are signed in as {user?.email}.</p>
        </LinkForm>
      ) : null}
      {way === 'new' ? <JoinAnew token={token} /> : null}
      {way === 'known' ? <JoinBySignIn token={token} /> : null}
      <div className="stack">
        {others
          .filter(([other]) => other !== way && (other !== 'oneself' || user !== null))
          .map(([other, label]) => (
            <Button key={other} variant="quiet" onClick={() => setWay(other)}>
              {label}
            </Button>
          ))}
      </div>
    </>
  );
}

interface LinkFormProps {
  token: string;
  action: string;
  children?: ReactNode;
}

/** Uses a link that asks nothing. */
export function LinkForm({ token, action, children }: LinkFormProps) {
  const values = useAccountValues();
  const submission = useUseLink({ token });
  return (
    <AccountForm fields={[]} values={values} submission={submission} action={action}>
      {children}
    </AccountForm>
  );
}

function JoinAnew({ token }: { token: string }) {
  const values = useAccountValues();
  const email = values.value('email');
  const name = values.value('name').trim() || (email.split('@')[0] ?? email);
  const submission = useUseLink({ token, email, name, password: values.value('password') });
  return (
    <AccountForm
      fields={['name', 'email', 'newPassword']}
      values={values}
      submission={submission}
      action="Create account and join"
    />
  );
}

function JoinBySignIn({ token }: { token: string }) {
  const values = useAccountValues();
  const submission = useUseLink({ token, email: values.value('email'), password: values.value('password') });
  return (
    <AccountForm
      fields={['email', 'password']}
      values={values}
      submission={submission}
      action="Sign in and join"
    />
  );
}

/** Sets the password of the account that the link is for. */
export function PasswordForm({ token, email }: { token: string; email: string }) {
  const values = useAccountValues();
  const submission = useUseLink({ token, password: values.value('password') });
  const field = {
    name: 'password',
    label: 'New password',
    type: 'password',
    autoComplete: 'new-password',
    help: 'At least 10 characters. This ends your other sessions.',
  };
  return (
    <AccountForm fields={[field]} values={values} submission={submission} action="Save password">
      <FixedEmail email={email} />
    </AccountForm>
  );
}
