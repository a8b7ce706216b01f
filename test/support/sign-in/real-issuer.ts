import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { cleanup } from '../cleanup.ts';
import { clientId, clientSecret } from './stand-in-issuer.ts';

/** People of the issuer by their login; anybody may sign in with any password. */
type People = Record<string, Record<string, unknown>>;

/** A real OpenID Connect server with its own pages for login and consent. */
export async function startRealIssuer(
  people: People,
): Promise<{ url: string; allow: (baseUrl: string) => void }> {
  let provider: Provider | null = null;
  const server = createServer((request, response) => void provider?.callback()(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${String((server.address() as AddressInfo).port)}`;
  cleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    allow(baseUrl) {
      provider = new Provider(url, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [`${baseUrl}/dashboard/api/sso/corp/callback`],
            post_logout_redirect_uris: [`${baseUrl}/dashboard/sign-in`],
          },
        ],
        claims: {
          openid: ['sub', 'auth_time'],
          email: ['email', 'email_verified'],
          profile: ['name', 'groups'],
        },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({ sub: id, ...people[id] }),
        }),
        cookies: { keys: ['only for tests'] },
      });
    },
  };
}
