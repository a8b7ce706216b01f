import { useLocation } from '@tanstack/react-router';
import type { OpenProject } from '../../../../src/accounts/sign-in/schema.ts';
import { goToIssuer } from '../../api/issuers.ts';
import { useSession } from '../../api/session.ts';
import { IssuerButtons } from '../../components/form/issuer-buttons.tsx';
import { EmptyState } from '../../components/layout/states.tsx';

/** Shown in place of a project that this session can't open, with the sign-ins that open it. */
export function BlockedProject({
  name,
  blocked,
}: Pick<OpenProject, 'name'> & { blocked: { methods: string[] } }) {
  const pathname = useLocation({ select: ({ pathname: path }) => path });
  const returnTo = pathname.startsWith('/dashboard') ? pathname : `/dashboard${pathname}`;
  const issuers = (useSession()?.sign_in.issuers ?? []).filter((issuer) =>
    blocked.methods.includes(`sso:${issuer.name}`),
  );
  return (
    <EmptyState
      title={`Sign in another way to open ${name}`}
      action={
        <IssuerButtons issuers={issuers} onChoose={(issuer) => goToIssuer(issuer, { return_to: returnTo })} />
      }
    >
      {issuers.length === 0
        ? 'You are a member through a group of an identity provider that this installation no longer uses. Ask an owner to invite you.'
        : 'You are a member through a group of your identity provider. Sign in there to open this project.'}
    </EmptyState>
  );
}
