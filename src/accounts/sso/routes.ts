import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { admitStart } from '../sign-in/attempts.ts';
import { maxAccountBodyBytes } from '../sign-in/guess-limits.ts';
import { completeSso } from './callback.ts';
import { startSso } from './flow.ts';
import { unlinkOwnIdentity } from './link-identity.ts';
import { readOwnSignIn } from './own-sign-in.ts';
import { OwnSignIn, SsoStart, StartSso } from './schema.ts';

const open = { scope: 'account', who: 'anybody' } as const;
const IssuerPath = Type.Object({ issuer: Type.String() });
/** A start sends up to one request to the issuer, a callback up to four. Each takes 5 seconds at most. */
const startTimeoutMs = 10_000;
const callbackTimeoutMs = 25_000;

export const ssoRoutes = [
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/sso/:issuer',
    audits: { none: 'a flow; its callback has the row' },
    summary: 'Starts a sign-in at an issuer.',
    bodyBytesMax: maxAccountBodyBytes,
    beforeBody: admitStart,
    timeLimitMs: startTimeoutMs,
    input: { path: IssuerPath, body: StartSso },
    output: SsoStart,
    run: (context, { path, body }) => startSso(context, path.issuer, body),
  }),
  dashboardRoute({
    ...open,
    method: 'GET',
    path: '/sso/:issuer/callback',
    audits: [
      'account.created',
      'account.identity_added',
      'account.identity_removed',
      'account.passkey_removed',
      'account.password_removed',
      'account.factor_removed',
      'member.joined',
      'member.changed',
      'member.removed',
      'session.began',
      'session.ended',
    ],
    summary: 'Receives the response of an issuer and redirects to the dashboard.',
    status: 303,
    timeLimitMs: callbackTimeoutMs,
    anyQuery: true,
    input: { path: IssuerPath, query: Type.Object({ querystring: Type.String() }) },
    output: null,
    run: (context, { path, query }) => completeSso(context, path.issuer, query.querystring),
  }),
  dashboardRoute({
    scope: 'account',
    who: 'person',
    method: 'GET',
    path: '/account/sign-in',
    summary: 'Returns how the person can sign in.',
    input: {},
    output: OwnSignIn,
    run: readOwnSignIn,
  }),
  dashboardRoute({
    scope: 'account',
    who: 'person',
    method: 'DELETE',
    path: '/account/identities/:id',
    audits: 'account.identity_removed',
    summary: 'Unlinks a sign-in of an issuer. Sessions that began there end.',
    status: 204,
    stepUp: true,
    input: { path: Type.Object({ id: Type.String() }) },
    output: null,
    run: (context, { path }) => unlinkOwnIdentity(context, path.id),
  }),
];
