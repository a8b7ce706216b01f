import { roleWords } from '../../features/access/role-names.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { LinkLook } from '../../../../src/accounts/sign-in/links/link-schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { messageOf } from '../../api/errors/api-error.ts';
import { hasPasskeys } from '../../api/passkeys.ts';
import { sessionQuery } from '../../api/session.ts';
import { EntrancePage } from '../../components/layout/entrance-page.tsx';
import { FormError } from '../../components/form/form.tsx';
import { Loading } from '../../components/layout/states.tsx';
import { JoinForms, LinkForm, PasswordForm } from './join-forms.tsx';

/** Shows the purpose of a one-time link, with the form to use it. */
export function LinkScreen() {
  const hash = useLocation({ select: ({ hash }) => hash });
  const [token, setToken] = useState(hash);
  // After the link was used, the hash is already empty while the router still shows this screen.
  if (hash !== '' && hash !== token) setToken(hash);
  const session = useQuery(sessionQuery);
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => requestApi<LinkLook>('POST', '/links/look', { body: { token: token || '-' } }),
    enabled: session.data !== undefined, // the request needs the CSRF token of a signed-in person
    retry: false,
    staleTime: Infinity, // a refetch after the link was used would fail
  });
  if (link.isError) {
    return (
      <EntrancePage title="This link does not work" intro="Each link works once, and expires.">
        <FormError messages={[messageOf(link.error)]} />
        <p>
          <Link to="/">Go to the dashboard</Link>
        </p>
      </EntrancePage>
    );
  }
  if (link.data === undefined || session.data === undefined) {
    return (
      <EntrancePage title="One moment" intro="Checking your link.">
        <Loading rows={3} />
      </EntrancePage>
    );
  }
  const { kind, by, project, role, email } = link.data;
  const creator = by ?? 'The operator';
  const hasPasswords = session.data.sign_in.methods.includes('password');
  if (kind === 'invitation') {
    const roleWithArticle = roleWords[role ?? 'editor'];
    return (
      <EntrancePage
        title={`Join ${project ?? 'the project'}`}
        intro={`${creator} invites you as ${roleWithArticle}.`}
      >
        <JoinForms
          token={token}
          user={session.data.user}
          issuers={session.data.sign_in.issuers}
          hasPasswords={hasPasswords}
          offersPasskeys={hasPasskeys(session.data)}
        />
      </EntrancePage>
    );
  }
  const intro = `${creator} created this link for ${email ?? 'your account'}.`;
  const isSignIn = kind === 'sign_in' || (kind === 'recover' && !hasPasswords);
  return (
    <EntrancePage title={isSignIn ? 'Sign in' : 'Choose a new password'} intro={intro}>
      {isSignIn ? (
        <LinkForm token={token} action="Sign in" />
      ) : (
        <PasswordForm token={token} email={email ?? ''} />
      )}
    </EntrancePage>
  );
}
