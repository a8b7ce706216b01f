import { beforeEach, describe, expect, it } from 'vitest';
import { addPerson, DashboardClient } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startOwnService } from '../../../support/service.ts';
import { comeBack, passThrough, start, storedParts } from '../../../support/sign-in/sso-browser.ts';
import {
  clientId,
  clientSecret,
  hmacSignature,
  issuerVariables,
  newIssuerKey,
  startIssuer,
} from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const service = await startOwnService(issuerVariables(issuer));
const project = await service.newProject();
const user = await addPerson(service.app, project.id, { email: 'ada@acme.example', role: 'editor' });
await databaseOf(service.app.system)
  .collection<{ _id: string }>('identities')
  .insertOne({
    _id: 'idn_test',
    ...{ user_id: user._id, issuer: issuer.url, sub: 'ada', name: 'corp', email: null },
    ...{ linked_at: new Date(), last_used_at: null },
  });

let now = Date.parse('2027-03-01T09:00:00.000Z');

beforeEach(() => {
  issuer.reset();
  now += 2 * 3_600_000; // caches are empty
  setClock(service, now);
  issuer.offsetSeconds = Math.round((now - Date.now()) / 1000);
});

const rejected = (reason: string) => ({
  status: 303,
  path: '/dashboard/sign-in',
  query: { error: 'sso_rejected', issuer: 'corp', reason },
});
const unavailable = { error: 'sso_unavailable', issuer: 'corp' };

/** A sign-in that stores nothing and begins no session. */
async function refused(queryOf = (url: string) => issuer.answer(url)) {
  const client = new DashboardClient(service.url);
  const before = await storedParts(service);
  const { url, flow, answer } = await start(client);
  expect(answer.status).toBe(200);
  const arrival = await comeBack(service, client, { query: queryOf(url), flow });
  expect(await storedParts(service)).toEqual(before);
  expect(client.cookie).toBeNull();
  return arrival;
}

describe('a response of the issuer', () => {
  it('signs the linked person in', async () => {
    const client = new DashboardClient(service.url);
    expect(await passThrough(service, issuer, client)).toEqual({
      status: 303,
      path: '/dashboard',
      query: {},
    });
    const { body } = await client.send('GET', '/session');
    expect(body.user.id).toBe(user._id);
    expect(body.current).toMatchObject({ method: 'sso:corp', proofs: ['sso:corp'], second_factor: false });
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/token', '/keys', '/userinfo']);
  });

  const seconds = () => Math.floor(now / 1000);
  it.each<[string, () => void]>([
    ['is signed by another key', () => (issuer.behavior.sign = () => 'AAAA')],
    ['is not signed', () => Object.assign(issuer.behavior, { header: { alg: 'none' }, sign: () => '' })],
    [
      'is signed with the client secret',
      () => Object.assign(issuer.behavior, { header: { alg: 'HS256' }, sign: hmacSignature(clientSecret) }),
    ],
    [
      'is signed with the client secret, as its discovery document announces',
      () =>
        Object.assign(issuer.behavior, {
          header: { alg: 'HS256' },
          sign: hmacSignature(clientSecret),
          metadata: { id_token_signing_alg_values_supported: ['HS256', 'none', 'RS256'] },
        }),
    ],
    ['has an unknown key', () => (issuer.behavior.header = { kid: 'other' })],
    ['names another issuer', () => (issuer.behavior.claims = { iss: 'https://evil.example' })],
    ['is for another client', () => (issuer.behavior.claims = { aud: 'another' })],
    ['is for several clients without azp', () => (issuer.behavior.claims = { aud: [clientId, 'another'] })],
    ['is authorized for another client', () => (issuer.behavior.claims = { azp: 'another' })],
    ['has expired', () => (issuer.behavior.claims = { exp: seconds() - 31 })],
    [
      'was issued in the future',
      () => (issuer.behavior.claims = { iat: seconds() + 40, exp: seconds() + 99 }),
    ],
    ['never expires', () => (issuer.behavior.claims = { exp: undefined })],
    ['has no time of issue', () => (issuer.behavior.claims = { iat: undefined })],
    ['has another nonce', () => (issuer.behavior.claims = { nonce: 'other' })],
    ['has no nonce', () => (issuer.behavior.claims = { nonce: undefined })],
    ['names nobody', () => (issuer.behavior.claims = { sub: undefined })],
    ['has a subject that is too long', () => (issuer.behavior.claims = { sub: 'x'.repeat(256) })],
    [
      'has another subject at userinfo',
      () => (issuer.behavior.userinfo = { sub: 'eve', email: 'a@b.example' }),
    ],
  ])('is rejected if its token %s', async (_what, misbehave) => {
    misbehave();
    expect(await refused()).toEqual(rejected('token'));
  });

  it('is accepted within 30 seconds of clock tolerance', async () => {
    issuer.behavior.claims = { exp: seconds() - 20, iat: seconds() + 20, email: 'a@b.example' };
    const client = new DashboardClient(service.url);
    expect((await passThrough(service, issuer, client)).query).toEqual({});
  });

  it('needs the issuer’s name in the callback if it announces that', async () => {
    issuer.behavior.metadata = { authorization_response_iss_parameter_supported: true };
    expect(await refused()).toEqual(rejected('token'));
    const client = new DashboardClient(service.url);
    const { url, flow } = await start(client);
    const query = issuer.answer(url, { iss: issuer.url });
    expect((await comeBack(service, client, { query, flow })).query).toEqual({});
  });

  it('is rejected if the callback names another issuer', async () => {
    const queryOf = (url: string) => issuer.answer(url, { iss: 'https://evil.example' });
    expect(await refused(queryOf)).toEqual(rejected('token'));
  });

  it.each([
    ['access_denied', 'denied'],
    ['server_error', 'issuer_error'],
  ])('with the error %s is rejected', async (error, reason) => {
    const queryOf = (url: string) => {
      const state = new URL(url).searchParams.get('state') ?? '';
      return new URLSearchParams({ error, state, error_description: 'x' }).toString();
    };
    expect(await refused(queryOf)).toEqual(rejected(reason));
  });

  it('with a code that the token endpoint rejects is rejected', async () => {
    const queryOf = (url: string) => issuer.answer(url, { code: 'unknown' });
    expect(await refused(queryOf)).toEqual(rejected('issuer_error'));
  });
});

describe('a request to the issuer', () => {
  it.each<[string, (path: string) => void]>([
    [
      'responds with a redirect',
      (path) =>
        (issuer.behavior.intercept = (at, _, response) =>
          at === path && (response.writeHead(302, { Location: `${issuer.url}/keys` }).end(), true)),
    ],
    [
      'responds with an error',
      (path) =>
        (issuer.behavior.intercept = (at, _, response) =>
          at === path && (response.writeHead(503).end('{}'), true)),
    ],
    [
      'breaks the connection',
      (path) => (issuer.behavior.intercept = (at, _, response) => at === path && (response.destroy(), true)),
    ],
    [
      'sends more than 1 MiB',
      (path) =>
        (issuer.behavior.intercept = (at, _, response) =>
          at === path &&
          (response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })),
          true)),
    ],
  ])('fails if the issuer %s', async (_what, misbehave) => {
    const client = new DashboardClient(service.url);
    misbehave('/.well-known/openid-configuration');
    const { answer } = await start(client);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'sso_unavailable']);
    expect(answer.body.error.message).toBe("Acme isn't responding. Try again, or sign in another way.");

    now += 5_000;
    setClock(service, now);
    issuer.offsetSeconds += 5;
    for (const path of ['/token', '/keys', '/userinfo']) {
      misbehave(path);
      expect((await refused()).query, path).toEqual(unavailable);
    }
  });

  it('fails after 5 seconds', async () => {
    issuer.behavior.intercept = (at) => at === '/token'; // never responds
    const startedAt = Date.now();
    expect((await refused()).query).toEqual(unavailable);
    expect(Date.now() - startedAt).toBeGreaterThan(4_500);
  }, 30_000);

  it('fetches the discovery document again after an hour, and after a failure not before 5 seconds', async () => {
    const discoveries = () => issuer.requests.filter((path) => path.includes('well-known')).length;
    const client = new DashboardClient(service.url);
    issuer.behavior.metadata = { issuer: 'https://another.example' };
    expect((await start(client)).answer.body.error.code).toBe('sso_unavailable');
    issuer.behavior.metadata = {};
    setClock(service, now + 4_999);
    expect((await start(client)).answer.body.error.code).toBe('sso_unavailable');
    expect(discoveries()).toBe(1);
    setClock(service, now + 5_000);
    expect((await start(client)).answer.status).toBe(200);
    setClock(service, now + 5_000 + 3_599_999);
    expect((await start(client)).answer.status).toBe(200);
    expect(discoveries()).toBe(2);
    setClock(service, now + 5_000 + 3_600_000);
    expect((await start(client)).answer.status).toBe(200);
    expect(discoveries()).toBe(3);
    now += 3_700_000;
  });

  it('fetches keys again after 5 minutes, and for an unknown key after 60 seconds', async () => {
    const keyRequests = () => issuer.requests.filter((path) => path === '/keys').length;
    const signIn = async (atMs: number) => {
      setClock(service, now + atMs);
      issuer.offsetSeconds = Math.round((now + atMs - Date.now()) / 1000);
      return (await passThrough(service, issuer, new DashboardClient(service.url))).query;
    };
    issuer.behavior.claims = { email: 'ada@acme.example' };
    expect(await signIn(0)).toEqual({});
    expect(await signIn(30_000)).toEqual({});
    expect(keyRequests()).toBe(1);

    const second = newIssuerKey('second');
    issuer.behavior.keys = [issuer.key, second];
    issuer.behavior.header = { kid: 'second' };
    issuer.behavior.sign = await signerOf(second);
    expect(await signIn(50_000)).toMatchObject({ reason: 'token' });
    expect(keyRequests()).toBe(1);
    expect(await signIn(61_000)).toEqual({});
    expect(keyRequests()).toBe(2);
    expect(await signIn(61_000 + 299_000)).toEqual({});
    expect(keyRequests()).toBe(2);
    expect(await signIn(61_000 + 301_000)).toEqual({});
    expect(keyRequests()).toBe(3);
    now += 700_000;
  });

  it.each([
    [undefined, 'basic'],
    [['client_secret_basic', 'client_secret_post'], 'basic'],
    [['client_secret_post'], 'post'],
  ])('authenticates the client as the issuer wants: %j', async (methods, kind) => {
    issuer.behavior.metadata = { token_endpoint_auth_methods_supported: methods };
    await passThrough(service, issuer, new DashboardClient(service.url));
    const [request] = issuer.tokenRequests;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    expect(request?.authorization).toBe(kind === 'basic' ? basic : '');
    expect(request?.body.get('client_secret')).toBe(kind === 'basic' ? null : clientSecret);
    expect(request?.body.get('code_verifier')).toHaveLength(43);
  });
});

async function signerOf(key: ReturnType<typeof newIssuerKey>): Promise<(text: string) => string> {
  const { sign } = await import('node:crypto');
  return (text) => sign('RSA-SHA256', Buffer.from(text), key.private).toString('base64url');
}
