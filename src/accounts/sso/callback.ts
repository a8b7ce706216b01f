import { ApiError } from '../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../core/http/index.ts';
import type { Issuer } from '../../core/util/index.ts';
import { findGroupRoles } from '../../projects/index.ts';
import { requireAccepted } from '../sign-in/sign-in-methods.ts';
import { confirmWithIssuer } from './confirm-with-issuer.ts';
import { callbackUrl, findIssuer, flowSecrets, readBrowserSecret, takeFlow } from './flow.ts';
import { exchangeCode, ssoRejected } from './issuer/exchange.ts';
import type { IssuerPerson } from './issuer/claims.ts';
import { issuerClient } from './issuer/issuer-client.ts';
import { linkIdentity } from './link-identity.ts';
import { type SignInParts, signInAtIssuer } from './sign-in-at-issuer.ts';

const signInPage = '/dashboard/sign-in';

/**
 * Receives the response of an issuer: signs in, links or confirms. Failures redirect too, with the error in the
 * query.
 */
export async function completeSso(
  context: AccountContext,
  name: string,
  querystring: string,
): Promise<RouteResponse<null>> {
  let failurePage = signInPage;
  try {
    requireAccepted(context, 'sso');
    const issuer = findIssuer(context, name);
    if (issuer === undefined) throw ssoRejected({ label: name }, 'state');
    const state = new URLSearchParams(querystring).get('state') ?? '';
    const flow = await takeFlow(context, issuer, state);
    if (flow === null) throw ssoRejected(issuer, 'state');
    if (flow.session !== undefined) failurePage = flow.return_to;
    const projects = flow.purpose === 'sso_sign_in' ? await findGroupRoles(context.system, issuer.name) : [];
    const needsGroups = projects.length > 0;
    const person = await identifyPerson(context, { issuer, state, querystring, needsGroups });
    const cookies = await completeFlow(context, { flow, issuer, person, projects });
    return respond(null, { status: 303, location: flow.return_to, ...cookies });
  } catch (error) {
    if (error instanceof ApiError) error.location = failureUrl(context, failurePage, error, name);
    throw error;
  }
}

/** @throws sso_unavailable, sso_rejected */
async function identifyPerson(
  context: AccountContext,
  {
    issuer,
    state,
    querystring,
    needsGroups,
  }: { issuer: Issuer; state: string; querystring: string; needsGroups: boolean },
): Promise<IssuerPerson> {
  const { baseUrl, bounds, now } = context;
  const callback = new URL(`${callbackUrl(baseUrl, issuer.name)}?${querystring}`);
  const secrets = flowSecrets(readBrowserSecret(context) ?? '', state);
  const client = issuerClient(issuer, bounds.signIn.issuers);
  return exchangeCode(client, { now, callback, state, needsGroups, ...secrets });
}

async function completeFlow(
  context: AccountContext,
  { flow, issuer, person, projects }: SignInParts,
): Promise<{ session?: string; sessionHours?: number; browser?: string }> {
  if (flow.purpose === 'sso_sign_in') return signInAtIssuer(context, { flow, issuer, person, projects });
  if (flow.purpose === 'sso_link') await linkIdentity(context, issuer, person);
  else await confirmWithIssuer(context, { flow, issuer, person });
  return {};
}

function failureUrl(
  { baseUrl, requestId }: AccountContext,
  page: string,
  error: ApiError,
  issuerName: string,
): string {
  const url = new URL(page, baseUrl);
  url.searchParams.set('error', error.code);
  url.searchParams.set('issuer', issuerName);
  url.searchParams.set('request_id', requestId);
  if (error.hints.reason !== undefined) url.searchParams.set('reason', error.hints.reason);
  return `${url.pathname}${url.search}${url.hash}`;
}
