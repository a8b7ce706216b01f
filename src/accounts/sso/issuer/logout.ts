import type { AccountContext } from '../../../core/http/index.ts';
import { issuerClient } from './issuer-client.ts';

/**
 * Returns the URL that ends the session at the issuer at which this session began; null if it began elsewhere or the
 * issuer's discovery document, which isn't fetched for this, names none.
 */
export function issuerLogoutUrl({ person, bounds, baseUrl, now }: AccountContext): string | null {
  const { issuers } = bounds.signIn;
  const issuer = issuers.list.find(({ name }) => person?.session.method === `sso:${name}`);
  if (issuer === undefined) return null;
  const endpoint = issuerClient(issuer, issuers).cachedMetadata(now)?.end_session_endpoint;
  if (endpoint === undefined) return null;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', issuer.clientId);
  url.searchParams.set('post_logout_redirect_uri', `${baseUrl}/dashboard/sign-in`);
  return url.href;
}
