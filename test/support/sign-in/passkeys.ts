import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { type DashboardAnswer, DashboardClient } from '../dashboard.ts';
import { SoftwareAuthenticator, type Tampering } from './software-authenticator.ts';

/** Where the services of these tests are; browsers offer passkeys there. */
export const passkeyOrigin = 'https://galley.example';

/** Variables of a service at that origin, behind a proxy that names the addresses of its visitors. */
export const passkeyVariables = { BASE_URL: passkeyOrigin, TRUSTED_PROXY_HOPS: '1' };

/** A browser with an address of its own, so that the attempts of other tests don't count for it. */
export class Visitor extends DashboardClient {
  readonly #address = `10.${[0, 0, 0].map(() => String(randomInt(256))).join('.')}`;

  override send(method: string, path: string, body?: unknown): Promise<DashboardAnswer> {
    return super.send(method, path, body, { 'X-Forwarded-For': this.#address });
  }
}

/** Options of a path that offers them. */
export async function optionsFrom(by: DashboardClient, path: string, body: object = {}) {
  const answer = await by.send('POST', path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, { options: expect.any(Object) as unknown }]);
  return answer.body.options;
}

/** Adds a passkey to the account of a signed-in person. */
export async function addPasskey(
  by: DashboardClient,
  { changes = {}, origin = passkeyOrigin }: { changes?: Tampering; origin?: string } = {},
): Promise<{ authenticator: SoftwareAuthenticator; answer: DashboardAnswer }> {
  const authenticator = new SoftwareAuthenticator(origin);
  const response = authenticator.create(await optionsFrom(by, '/account/passkeys/options'), changes);
  return { authenticator, answer: await by.send('POST', '/account/passkeys', { response }) };
}

/** Signs in with a passkey and keeps the token of the session. */
export async function signInWithPasskey(
  client: DashboardClient,
  authenticator: SoftwareAuthenticator,
  changes: Tampering = {},
): Promise<DashboardAnswer> {
  const options = await optionsFrom(client, '/session/passkey/options');
  const answer = await client.send('POST', '/session/passkey', {
    response: authenticator.use(options, changes),
  });
  client.csrf = (answer.body?.csrf as string | undefined) ?? null;
  return answer;
}
