import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import type { OwnSignIn } from '../../../../src/accounts/sso/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { goToIssuer, type Issuer, issuerErrorText } from '../../api/issuers.ts';
import { Button } from '../../components/base/button.tsx';
import { FormError } from '../../components/form/form.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { ownSignInQuery } from './passkeys.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

/** The issuers that are linked to the account, and those that can be. */
export function LinkedIssuersSection({ issuers }: { issuers: readonly Issuer[] }) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const error = issuerErrorText(search, issuers);
  const signIn = useQuery(ownSignInQuery);
  return (
    <Section title="Single sign-on" intro="Sign in with an account that you use elsewhere.">
      {error === null ? null : <FormError messages={[error]} />}
      <QueryView query={signIn}>
        {({ identities }) => (
          <Card>
            {issuers
              .filter(({ name }) => !identities.some(({ issuer }) => issuer === name))
              .map((issuer) => (
                <LinkIssuer key={issuer.name} issuer={issuer} />
              ))}
            {identities.map((identity) => (
              <LinkedIdentity key={identity.id} identity={identity} />
            ))}
          </Card>
        )}
      </QueryView>
    </Section>
  );
}

function LinkIssuer({ issuer }: { issuer: Issuer }) {
  const pathname = useLocation({ select: ({ pathname: path }) => path });
  const link = () => goToIssuer(issuer, { purpose: 'link', return_to: `/dashboard${withoutBase(pathname)}` });
  return (
    <div className="row">
      <Button onClick={() => void link().catch(toastError)}>Link {issuer.label}</Button>
    </div>
  );
}

function LinkedIdentity({ identity: { id, label, email } }: { identity: OwnSignIn['identities'][number] }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const unlink = () =>
    confirm({
      title: `Unlink ${label}?`,
      body: `You can no longer sign in with ${label}. Sessions that began there end.`,
      action: `Unlink ${label}`,
      danger: true,
      run: async () => {
        await requestApi('DELETE', `/account/identities/${id}`);
        toast(`Unlinked ${label}`);
        await client.invalidateQueries(ownSignInQuery);
      },
    });
  return (
    <div className="row">
      <p>
        {label}
        {email === null ? null : <span className="muted"> {email}</span>}
      </p>
      <Button onClick={unlink}>Unlink {label}</Button>
    </div>
  );
}

function withoutBase(pathname: string): string {
  return pathname.startsWith('/dashboard/') ? pathname.slice('/dashboard'.length) : pathname;
}
