import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { UsedCredential } from '../../../../src/accounts/passkeys/schema.ts';
import { goToIssuer, issuerErrorText, useLogoutPage } from '../../api/issuers.ts';
import { hasPasskeys, proveWithPasskey, signInPath, usePasskeyAutofill } from '../../api/passkeys.ts';
import { useSession, useSessionChanges } from '../../api/session.ts';
import { NewProjectDialog } from '../../app/projects/new-project-dialog.tsx';
import { AccountForm, useAccountValues } from '../../components/form/account-form.tsx';
import { Button } from '../../components/base/button.tsx';
import { EntrancePage } from '../../components/layout/entrance-page.tsx';
import { FormError, useSubmit } from '../../components/form/form.tsx';
import { IssuerButtons, PasskeyButton } from '../../components/form/issuer-buttons.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

const route = getRouteApi('/sign-in');
const emailWithPasskeys = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'username webauthn',
} as const;

export function SignInScreen() {
  const { next, ...failure } = route.useSearch();
  const router = useRouter();
  const session = useSession();
  const { signIn, signInWithPasskey } = useSessionChanges();
  const values = useAccountValues();
  const [isCreating, setCreating] = useState(false);
  const submission = useSubmit(async () => {
    const { reset } = await signIn({ email: values.value('email'), password: values.value('password') });
    if (reset !== undefined)
      toast(
        `Your password was set with a link that ${reset.by ?? 'the operator'} created. See Your account.`,
      );
    await openDashboard();
  });
  const openDashboard = () => router.navigate({ href: isDashboardPath(next) ? next : '/' });
  const enterWithPasskey = async (passkey: UsedCredential) => {
    await signInWithPasskey(passkey);
    await openDashboard();
  };
  const offersPasskeys = hasPasskeys(session);
  usePasskeyAutofill(offersPasskeys && session?.user === null, (passkey) =>
    enterWithPasskey(passkey).catch(toastError),
  );
  const { methods, issuers } = session?.sign_in ?? { methods: ['password'], issuers: [] };
  const errorText = issuerErrorText(failure, issuers);
  const return_to = `/dashboard${isDashboardPath(next) ? next : ''}`;
  const logoutPage = useLogoutPage();
  const hasNoProject = session?.user !== null && session?.projects.length === 0;
  const mayCreate = hasNoProject && session?.may_create_projects === true;
  return (
    <EntrancePage title="Sign in" intro="Write, plan and publish your project’s content.">
      {errorText === null ? null : <FormError messages={[errorText]} />}
      {hasNoProject ? (
        <p className="muted">
          You are not a member of any project. Ask an owner to invite you
          {mayCreate ? ', or create a project of your own.' : '.'}
        </p>
      ) : null}
      {mayCreate ? <Button onClick={() => setCreating(true)}>New project…</Button> : null}
      <IssuerButtons issuers={issuers} onChoose={(issuer) => goToIssuer(issuer, { return_to })} />
      {offersPasskeys ? (
        <PasskeyButton
          label="Sign in with a passkey"
          onChoose={async () => enterWithPasskey(await proveWithPasskey(signInPath))}
        />
      ) : null}
      {methods.includes('password') ? (
        <AccountForm
          fields={[offersPasskeys ? emailWithPasskeys : 'email', 'password']}
          values={values}
          submission={submission}
          action="Sign in"
        />
      ) : (
        <p className="muted">Lost access? Ask your operator for a sign-in link.</p>
      )}
      {logoutPage === null ? null : (
        <p>
          <a href={logoutPage.url}>Also sign out of {logoutPage.label}</a>
        </p>
      )}
      {session?.sign_in_hint === undefined ? null : <p className="muted">{session.sign_in_hint}</p>}
      {isCreating ? <NewProjectDialog onClose={() => setCreating(false)} /> : null}
    </EntrancePage>
  );
}

/** Whether a URL stays within the dashboard, so that a link can't redirect to another site after sign-in. */
function isDashboardPath(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}
