import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../../core/http/index.ts';
import { PasskeyOptions } from '../../passkeys/schema.ts';
import { admitGuess, admitStart } from '../attempts.ts';
import { maxAccountBodyBytes, guessLimits } from '../guess-limits.ts';
import { createInvitation, createMemberLink, listInvitations, withdrawInvitation } from './invitations.ts';
import {
  InvitationList,
  Invite,
  LinkLook,
  LookAtLink,
  MadeInvitation,
  MadeLink,
  MakeMemberLink,
  PasskeyAccount,
  UseLink,
} from './link-schema.ts';
import { inspectLink } from './links.ts';
import { Session } from '../schema.ts';
import { newAccountOptions } from './passkey-account.ts';
import { useLink } from './use-link.ts';

const open = { scope: 'account', who: 'anybody' } as const;
const owner = { scope: 'project' } as const;

export const linkRoutes = [
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/links/look',
    audits: { none: 'a read' },
    summary: 'Returns the action of a one-time link without using it.',
    bodyBytesMax: maxAccountBodyBytes,
    input: { body: LookAtLink },
    output: LinkLook,
    run: (context, { body }) => inspectLink(context, body.token),
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/links/passkey-options',
    audits: { none: 'a challenge; the request that uses it has the row' },
    summary: 'Creates the options to create an account with a passkey.',
    bodyBytesMax: maxAccountBodyBytes,
    beforeBody: admitStart,
    input: { body: PasskeyAccount },
    output: PasskeyOptions,
    run: (context, { body }) => newAccountOptions(context, body),
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/links/use',
    audits: [
      'member.joined',
      'account.created',
      'account.passkey_added',
      'account.passkey_removed',
      'account.password_removed',
      'account.password_changed',
      'account.factor_removed',
      'session.began',
    ],
    summary: 'Joins a project or sets a new password with a one-time link.',
    ...guessLimits(admitGuess),
    input: { body: UseLink },
    output: Session,
    run: (context, { body }) => useLink(context, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/invitations',
    needs: 'manage',
    area: 'project',
    summary: 'Lists the invitations that have not been used.',
    input: {},
    output: InvitationList,
    run: listInvitations,
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/invitations',
    needs: 'manage',
    area: 'project',
    audits: 'invitation.created',
    summary: 'Creates a one-time link to join the project. The link is returned only once.',
    status: 201,
    stepUp: true,
    input: { body: Invite },
    output: MadeInvitation,
    run: (context, { body }) => createInvitation(context, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/invitations/:id',
    needs: 'manage',
    area: 'project',
    audits: 'invitation.withdrawn',
    summary: 'Withdraws an invitation.',
    status: 204,
    input: { path: Type.Object({ id: Type.String() }) },
    output: null,
    run: (context, { path }) => withdrawInvitation(context, path.id),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/members/:userId/link',
    needs: 'manage',
    area: 'project',
    audits: 'link.created',
    summary:
      'Creates a one-time link with which a member sets a new password. The link is returned only once.',
    status: 201,
    stepUp: true,
    input: { path: Type.Object({ userId: Type.String() }), body: MakeMemberLink },
    output: MadeLink,
    run: (context, { path, body }) => createMemberLink(context, path.userId, body),
  }),
];
