import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OpenProject } from '../../../../src/accounts/sign-in/schema.ts';
import { confirmIdentity, requestApi } from '../../api/http/client.ts';
import { goToIssuer, type Issuer } from '../../api/issuers.ts';
import { hasPasskeys, proveWithPasskey } from '../../api/passkeys.ts';
import { type Session, type SessionProject, useReloadSession, useSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { IssuerButtons, PasskeyButton } from '../../components/form/issuer-buttons.tsx';
import { EntrancePage } from '../../components/layout/entrance-page.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { linkToProject } from './link-to-project.ts';

type Block = NonNullable<OpenProject['blocked']>;
type Blocked = SessionProject & { blocked: Block };

/** Why a project is closed, for lists of projects. */
export const blockTexts: Record<Block['code'], string> = {
  sign_in_method_required: 'needs another sign-in',
  second_factor_setup_required: 'needs a second factor',
  step_up_required: 'needs a confirmation',
};

/** Shown in place of a project that this session can't open, with what opens it. */
export function BlockedProject({ project }: { project: Blocked }) {
  const session = useSession();
  const signOut = useSignOut();
  const others = session?.projects.filter(({ id }) => id !== project.id) ?? [];
  return (
    <EntrancePage title={project.name} intro={reasonOf(project.blocked, session)}>
      <Remedies project={project} />
      {others.map(({ id, name }) => (
        <Link key={id} {...linkToProject(id)}>
          Open {name}
        </Link>
      ))}
      <Link to="/p/$projectId/account" params={{ projectId: project.id }}>
        Your account
      </Link>
      <Button onClick={signOut}>Sign out</Button>
    </EntrancePage>
  );
}

/** Shown above a project that was open when it closed, so that nothing on the screen is lost. */
export function BlockedDialog({ project }: { project: Blocked }) {
  const [isOpen, setOpen] = useState(true);
  const session = useSession();
  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      size="small"
      title="This project is closed"
      description={reasonOf(project.blocked, session)}
    >
      <Remedies project={project} />
    </Dialog>
  );
}

/** The buttons that open the project. */
function Remedies({ project: { id, blocked } }: { project: Blocked }): ReactNode {
  const session = useSession();
  const reload = useReloadSession();
  const signOut = useSignOut();
  const pathname = useLocation({ select: ({ pathname: path }) => path });
  if (blocked.code === 'second_factor_setup_required')
    return (
      <Link to="/p/$projectId/account" params={{ projectId: id }}>
        Add a second factor
      </Link>
    );
  if (blocked.code === 'step_up_required') {
    const confirm = async () => {
      if (await confirmIdentity(blocked.methods)) await reload();
    };
    return (
      <Button variant="primary" onClick={() => void confirm()}>
        Confirm it’s you
      </Button>
    );
  }
  const return_to = pathname.startsWith('/dashboard') ? pathname : `/dashboard${pathname}`;
  const confirmWithPasskey = async () => {
    const passkey = await proveWithPasskey('/session/step-up/options');
    await requestApi('POST', '/session/step-up', { body: { passkey } });
    await reload();
  };
  return (
    <>
      <IssuerButtons
        issuers={issuersOf(blocked, session)}
        onChoose={(issuer) => goToIssuer(issuer, { return_to })}
      />
      {blocked.methods.includes('passkey') && hasPasskeys(session) ? (
        <PasskeyButton label="Use passkey" onChoose={confirmWithPasskey} />
      ) : null}
      {blocked.methods.includes('password') ? (
        <Button onClick={signOut}>Sign in with your password</Button>
      ) : null}
    </>
  );
}

function reasonOf(blocked: Block, session: Session | undefined): string {
  if (blocked.code === 'second_factor_setup_required')
    return 'This project requires a second factor. Add a passkey or an authenticator app.';
  if (blocked.code === 'step_up_required')
    return 'This project requires a recent confirmation that it is you, or your second factor.';
  const labels = methodLabels(blocked.methods, session?.sign_in.issuers ?? []);
  return labels.length === 0
    ? 'This project requires a sign-in that this installation no longer accepts. Ask an owner of the project.'
    : `This project requires another sign-in: ${labels.join(' or ')}.`;
}

/** The names of sign-in methods that the installation offers. */
function methodLabels(methods: readonly string[], issuers: readonly Issuer[]): string[] {
  const localNames: Record<string, string> = { password: 'password', passkey: 'passkey' };
  return methods.flatMap((method) => {
    const label = localNames[method] ?? issuers.find(({ name }) => method === `sso:${name}`)?.label;
    return label === undefined ? [] : [label];
  });
}

function issuersOf({ methods }: Block, session: Session | undefined): Issuer[] {
  return (session?.sign_in.issuers ?? []).filter(({ name }) => methods.includes(`sso:${name}`));
}
