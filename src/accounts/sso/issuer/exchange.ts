import type { Configuration, IDToken } from 'openid-client';
import { type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { SsoReason } from '../../../contract/errors/sso-errors.ts';
import type { Issuer } from '../../../core/util/index.ts';
import { lacksClaims, personOf, type IssuerPerson } from './claims.ts';
import type { IssuerClient } from './issuer-client.ts';
import { IssuerRefusal, IssuerUnavailable } from './issuer-fetch.ts';

type Library = typeof import('openid-client');

const toleranceSeconds = 30;
/** The longest subject identifier that OpenID Connect allows. */
const maxSubjectChars = 255;

interface Exchange {
  now: Date;
  /** The URL of the callback, with the query of the issuer's response. */
  callback: URL;
  state: string;
  nonce: string;
  verifier: string;
  /** Whether some project gives roles to groups of the issuer. */
  needsGroups: boolean;
}

/**
 * Exchanges the code of a callback for tokens, verifies the ID token and reads the claims.
 * @throws sso_unavailable, sso_rejected with the reason denied, issuer_error, token or groups_truncated
 */
export async function exchangeCode(client: IssuerClient, exchange: Exchange): Promise<IssuerPerson> {
  const { issuer } = client;
  const { now, callback, state, nonce, verifier, needsGroups } = exchange;
  return withIssuer(client, now, async (library, configuration) => {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await library.authorizationCodeGrant(configuration, callback, {
      ...checks,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw ssoRejected(issuer, 'token');
    checkIdToken(idToken, issuer, now);
    const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userinfo =
      hasUserinfo && lacksClaims(idToken, issuer, needsGroups)
        ? await library.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
        : null;
    const person = personOf(idToken, userinfo, issuer);
    if (needsGroups && person.isTruncated) throw ssoRejected(issuer, 'groups_truncated');
    return person;
  });
}

/** Checks that the library leaves out. */
function checkIdToken({ sub, azp, iat }: IDToken, issuer: Issuer, now: Date): void {
  const isForeign = azp !== undefined && azp !== issuer.clientId;
  const isFromFuture = iat > now.getTime() / 1000 + toleranceSeconds;
  if (isForeign || isFromFuture || sub === '' || sub.length > maxSubjectChars)
    throw ssoRejected(issuer, 'token');
}

/** Runs work with an issuer and translates its failures. @throws sso_unavailable, sso_rejected */
export async function withIssuer<T>(
  client: IssuerClient,
  now: Date,
  work: (library: Library, configuration: Configuration) => Promise<T>,
): Promise<T> {
  try {
    return await client.run(now, work);
  } catch (error) {
    throw await issuerError(client.issuer, error);
  }
}

async function issuerError(issuer: Issuer, error: unknown): Promise<unknown> {
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof IssuerUnavailable)) return ssoUnavailable(issuer);
  if (causes.some((cause) => cause instanceof IssuerRefusal)) return ssoRejected(issuer, 'issuer_error');
  if (error instanceof Error && error.name === 'ApiError') return error;
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError)
    return ssoRejected(issuer, error.error === 'access_denied' ? 'denied' : 'issuer_error');
  return ssoRejected(issuer, error instanceof ResponseBodyError ? 'issuer_error' : 'token');
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error];
}

export function ssoUnavailable({ label }: Issuer): ApiError {
  return apiError('sso_unavailable', { label });
}

export function ssoRejected({ label }: Pick<Issuer, 'label'>, reason: SsoReason): ApiError {
  return apiError('sso_rejected', { label, reason }, { reason });
}
