import { expect, it } from 'vitest';
import { startOwnService } from '../../../support/service.ts';
import { passkeyOrigin, passkeyVariables, Visitor } from '../../../support/sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../../../support/sign-in/software-authenticator.ts';

const service = await startOwnService(passkeyVariables);

it('rejected passkeys count for the address, and so do starts', async () => {
  const client = new Visitor(service.url);
  const response = new SoftwareAuthenticator(passkeyOrigin).use({ challenge: 'x', rpId: 'galley.example' });
  const wrong = async () => (await client.send('POST', '/session/passkey', { response })).status;
  for (let count = 0; count < 50; count += 1) expect(await wrong()).toBe(401);
  expect(await wrong()).toBe(429);
  const offer = async () => (await client.send('POST', '/session/passkey/options', {})).status;
  for (let count = 0; count < 60; count += 1) expect([count, await offer()]).toEqual([count, 200]);
  expect(await offer()).toBe(429);
});
