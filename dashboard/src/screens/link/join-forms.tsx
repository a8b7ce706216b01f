import { type ReactNode, useState } from 'react';
import type { User } from '../../../../src/accounts/users/schema.ts';
import { createPasskey, proveWithPasskey, signInPath } from '../../api/passkeys.ts';
import { useSessionChanges } from '../../api/session.ts';
import { goToIssuer, type Issuer } from '../../api/issuers.ts';
import { IssuerButtons } from '../../components/form/issuer-buttons.tsx';
import { AccountForm, FixedEmail, useAccountValues } from '../../components/form/account-form.tsx';
import { Button } from '../../components/base/button.tsx';
import { useLinkSubmission } from './use-link.ts';

type JoinMethod = 'signed-in' | 'new-account' | 'passkey' | 'existing-account';

/** Joins a project: as the signed-in person, with a new account, or with an existing account. */
export function JoinForms({
  token,
  user,
  issuers,
  hasPasswords,
  offersPasskeys,
}: {
  token: string;
  user: User | null;
  issuers: readonly Issuer[];
  hasPasswords: boolean;
  offersPasskeys: boolean;
}) {
  const methods = (
    [
      ['signed-in', `Join as ${user?.name ?? ''}`, user !== null],
      ['new-account', 'Create an account', hasPasswords],
      ['passkey', 'Create account with a passkey', offersPasskeys],
      ['existing-account', 'I already have an account', hasPasswords || offersPasskeys],
    ] satisfies [JoinMethod, string, boolean][]
  ).filter(([, , isOffered]) => isOffered);
  const [method, setMethod] = useState<JoinMethod | undefined>(methods[0]?.[0]);
  return (
    <>
      {method === 'signed-in' ? (
        <LinkForm token={token} action="Join">
          <p>You are signed in as {user?.email}.</p>
        </LinkForm>
      ) : null}
      {method === 'new-account' ? <JoinWithNewAccount token={token} /> : null}
      {method === 'passkey' ? <JoinWithPasskey token={token} /> : null}
      {method === 'existing-account' && offersPasskeys ? <JoinByPasskey token={token} /> : null}
      {method === 'existing-account' && hasPasswords ? <JoinBySignIn token={token} /> : null}
      <div className="stack">
        <IssuerButtons issuers={issuers} onChoose={(issuer) => goToIssuer(issuer, { invitation: token })} />
        {methods
          .filter(([name]) => name !== method)
          .map(([name, label]) => (
            <Button key={name} variant="quiet" onClick={() => setMethod(name)}>
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

/** Uses a link that needs no input. */
export function LinkForm({ token, action, children }: LinkFormProps) {
  const values = useAccountValues();
  const submission = useLinkSubmission({ token });
  return (
    <AccountForm fields={[]} values={values} submission={submission} action={action}>
      {children}
    </AccountForm>
  );
}

function JoinWithNewAccount({ token }: { token: string }) {
  const values = useAccountValues();
  const email = values.value('email');
  const name = values.value('name').trim() || (email.split('@')[0] ?? email);
  const submission = useLinkSubmission({ token, email, name, password: values.value('password') });
  return (
    <AccountForm
      fields={['name', 'email', 'newPassword']}
      values={values}
      submission={submission}
      action="Create account and join"
    />
  );
}

function JoinWithPasskey({ token }: { token: string }) {
  const values = useAccountValues();
  const email = values.value('email');
  const name = values.value('name').trim() || (email.split('@')[0] ?? email);
  const submission = useLinkSubmission(async () => {
    const account = { token, email, name };
    return { ...account, passkey: await createPasskey('/links/passkey-options', account) };
  });
  return (
    <AccountForm
      fields={['name', 'email']}
      values={values}
      submission={submission}
      action="Create account with a passkey"
    />
  );
}

/** Signs in with a passkey of an existing account, which then joins. */
function JoinByPasskey({ token }: { token: string }) {
  const values = useAccountValues();
  const { signInWithPasskey } = useSessionChanges();
  const submission = useLinkSubmission(async () => {
    await signInWithPasskey(await proveWithPasskey(signInPath));
    return { token };
  });
  return (
    <AccountForm
      fields={[]}
      values={values}
      submission={submission}
      action="Sign in with a passkey and join"
    />
  );
}

function JoinBySignIn({ token }: { token: string }) {
  const values = useAccountValues();
  const submission = useLinkSubmission({
    token,
    email: values.value('email'),
    password: values.value('password'),
  });
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
  const submission = useLinkSubmission({ token, password: values.value('password') });
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
