import { useEffect, useState } from 'react';
import { whenSignedOut } from '../../api/http/client.ts';
import { hasPasskeys, proveWithPasskey, signInPath } from '../../api/passkeys.ts';
import { type Issuer, openIssuer } from '../../api/issuers.ts';
import { useReloadSession, useSession, useSessionChanges } from '../../api/session.ts';
import { AccountFields, FixedEmail, useAccountValues } from '../../components/form/account-form.tsx';
import { IssuerButtons, PasskeyButton } from '../../components/form/issuer-buttons.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';

/** Asks a person whose session ended to sign in again, above their screen, so that nothing on it is lost. */
export function SignInAgain() {
  const [isOpen, setOpen] = useState(false);
  const session = useSession();
  const email = session?.user?.email;
  useEffect(() => whenSignedOut(() => setOpen(true)), []);
  if (!isOpen || email === undefined) return null;
  return (
    <SignInAgainDialog
      email={email}
      issuers={session?.sign_in.issuers ?? []}
      hasPassword={session?.sign_in.methods.includes('password') === true}
      offersPasskeys={hasPasskeys(session)}
      onDone={() => setOpen(false)}
    />
  );
}

interface SignInAgainProps {
  email: string;
  issuers: readonly Issuer[];
  hasPassword: boolean;
  offersPasskeys: boolean;
  onDone: () => void;
}

function SignInAgainDialog({ email, issuers, hasPassword, offersPasskeys, onDone }: SignInAgainProps) {
  const reload = useReloadSession();
  const values = useAccountValues();
  const { signIn, signInWithPasskey } = useSessionChanges();
  const submission = useSubmit(async () => {
    await signIn({ email, password: values.value('password') });
    onDone();
  });
  return (
    <FormDialog
      onClose={onDone}
      size="small"
      title="Sign in again"
      description="You’ve been signed out. Sign in to continue. Nothing is lost."
      submission={submission}
      fields={['password']}
      action={hasPassword ? 'Sign in' : null}
      leave={hasPassword ? null : 'Close'}
    >
      <FixedEmail email={email} />
      {hasPassword ? <AccountFields fields={['password']} values={values} /> : null}
      {offersPasskeys ? (
        <PasskeyButton
          label="Sign in with a passkey"
          onChoose={async () => {
            await signInWithPasskey(await proveWithPasskey(signInPath));
            onDone();
          }}
        />
      ) : null}
      <IssuerButtons
        issuers={issuers}
        onChoose={async (issuer) => {
          await openIssuer(issuer, 'sign_in');
          await reload();
          onDone();
        }}
      />
    </FormDialog>
  );
}
