import { createHmac } from 'node:crypto';
import { apiError } from '../../contract/errors/api-error.ts';
import { minuteMs } from '../../contract/time.ts';
import { type AccountContext, checkProof, type RouteResponse, respond } from '../../core/http/index.ts';
import { hashOfToken, type Issuer, randomBase62 } from '../../core/util/index.ts';
import { insertChallenge, takeChallenge } from '../sign-in/challenge-repository.ts';
import { findLink } from '../sign-in/links/link-repository.ts';
import { requireSignedIn } from '../sign-in/session.ts';
import { requireAccepted } from '../sign-in/sign-in-methods.ts';
import { withIssuer } from './issuer/exchange.ts';
import { issuerClient } from './issuer/issuer-client.ts';
import type { FlowRecord, SsoStart, StartSso } from './schema.ts';

const lifetimeMs = 10 * minuteMs;
const secretChars = 43;
const maxReturnChars = 500;
/** Control characters and backslashes, which browsers read as slashes. */
const unsafeCharacters = /[\p{Cc}\\]/u;

/** The configured issuer of this name; undefined if there is none. */
export function findIssuer({ bounds }: Pick<AccountContext, 'bounds'>, name: string): Issuer | undefined {
  return bounds.signIn.issuers.list.find((issuer) => issuer.name === name);
}

/**
 * Starts a sign-in at an issuer. The browser's cookie ties the response to this browser.
 * @throws sign_in_method_required, unknown_issuer, not_signed_in, step_up_required, invalid_field_value,
 * invalid_link, sso_unavailable
 */
export async function startSso(
  context: AccountContext,
  name: string,
  { purpose = 'sign_in', return_to = '/dashboard', invitation }: StartSso,
): Promise<RouteResponse<SsoStart>> {
  requireAccepted(context, 'sso');
  const issuer = findIssuer(context, name);
  if (issuer === undefined) throw apiError('unknown_issuer', {}, { param: 'issuer' });
  if (purpose !== 'sign_in' && invitation !== undefined)
    throw invalidValue('invitation', 'only a sign-in can use an invitation');
  checkReturnPath(return_to, context.baseUrl);
  if (purpose === 'link') await checkProof(requireSignedIn(context), context.now);
  const sessionPart = purpose === 'sign_in' ? {} : { session: ownSession(context) };
  const invitationPart =
    invitation === undefined ? {} : { invitation: await requireInvitation(context, invitation) };
  const browserSecret = readBrowserSecret(context) ?? randomBase62(secretChars);
  const state = randomBase62(secretChars);
  const url = await authorizationUrl(context, issuer, {
    state,
    browserSecret,
    isStepUp: purpose === 'step_up',
  });
  await insertChallenge<FlowRecord>(context.system, {
    _id: hashOfToken(state),
    purpose: `sso_${purpose}`,
    issuer: { name, url: issuer.url },
    browser: hashOfToken(browserSecret),
    return_to,
    started_at: context.now,
    expires_at: new Date(context.now.getTime() + lifetimeMs),
    ...sessionPart,
    ...invitationPart,
  });
  return respond({ url }, { flow: browserSecret });
}

/**
 * Takes the flow of a callback, which works once.
 * @returns null if the flow is unknown, was used, has expired, or belongs to another browser, session or issuer
 */
export async function takeFlow(
  context: AccountContext,
  issuer: Issuer,
  state: string,
): Promise<FlowRecord | null> {
  const secret = readBrowserSecret(context);
  const flow = (await takeChallenge(context.system, hashOfToken(state), context.now)) as FlowRecord | null;
  if (flow === null || secret === null || !flow.purpose.startsWith('sso_')) return null;
  const isOfIssuer = flow.issuer.name === issuer.name && flow.issuer.url === issuer.url;
  const isOfSession = flow.session === undefined || flow.session.id === context.person?.sessionId;
  return isOfIssuer && isOfSession && flow.browser === hashOfToken(secret) ? flow : null;
}

/** The secrets of a flow. They are derived from the cookie and the state, so that nobody finds them in the database. */
export function flowSecrets(browserSecret: string, state: string): { nonce: string; verifier: string } {
  const derive = (use: string) =>
    createHmac('sha256', browserSecret).update(`${use} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}

export function callbackUrl(baseUrl: string, name: string): string {
  return `${baseUrl}/dashboard/api/sso/${name}/callback`;
}

/** The browser's cookie if it has the form that this service writes. */
export function readBrowserSecret({ flow }: AccountContext): string | null {
  return flow !== null && /^[A-Za-z0-9]{43}$/.test(flow) ? flow : null;
}

function authorizationUrl(
  context: AccountContext,
  issuer: Issuer,
  { state, browserSecret, isStepUp }: { state: string; browserSecret: string; isStepUp: boolean },
): Promise<string> {
  const { now, baseUrl, bounds } = context;
  const { nonce, verifier } = flowSecrets(browserSecret, state);
  const client = issuerClient(issuer, bounds.signIn.issuers);
  return withIssuer(client, now, async (library, configuration) => {
    const parameters = {
      redirect_uri: callbackUrl(baseUrl, issuer.name),
      scope: issuer.scopes,
      response_type: 'code',
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
      ...(isStepUp ? { prompt: 'login', max_age: '0' } : {}),
    };
    return library.buildAuthorizationUrl(configuration, parameters).href;
  });
}

/** Accepts only pages of the dashboard, so that no link can send a person elsewhere. @throws invalid_field_value */
function checkReturnPath(path: string, baseUrl: string): void {
  const isPath = path.startsWith('/') && path.length <= maxReturnChars && !unsafeCharacters.test(path);
  const target = isPath && URL.canParse(path, baseUrl) ? new URL(path, baseUrl) : null;
  const isInside = [path, target?.pathname ?? ''].every(
    (text) => isBelow(text, '/dashboard') && !isBelow(text, '/dashboard/api'),
  );
  if (target === null || target.origin !== new URL(baseUrl).origin || !isInside)
    throw invalidValue('return_to', 'it is not a page of the dashboard');
}

function isBelow(path: string, folder: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  return pathname === folder || pathname.startsWith(`${folder}/`);
}

async function requireInvitation({ system, now }: AccountContext, token: string): Promise<string> {
  const link = await findLink(system, token, now);
  if (link === null || link.kind !== 'invitation')
    throw apiError('invalid_link', {}, { param: 'invitation' });
  return link._id;
}

function ownSession(context: AccountContext): NonNullable<FlowRecord['session']> {
  const { id: user_id, sessionId: id } = requireSignedIn(context);
  return { user_id, id };
}

function invalidValue(name: string, why: string): Error {
  return apiError('invalid_field_value', { name, why }, { param: name });
}
