import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/contract/time.ts';
import { startConnectionTrap } from '../../../support/connection-trap.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startOwnService } from '../../../support/service.ts';
import {
  addPasskey,
  optionsFrom,
  passkeyOrigin,
  passkeyVariables,
  signInWithPasskey,
  Visitor,
} from '../../../support/sign-in/passkeys.ts';
import {
  flags,
  newKeys,
  SoftwareAuthenticator,
  type Tampering,
} from '../../../support/sign-in/software-authenticator.ts';

const service = await startOwnService(passkeyVariables);
const database = databaseOf(service.app.system);
const start = Date.parse('2027-03-01T09:00:00.000Z');

beforeEach(() => setClock(service, start));

async function ownerOf() {
  const project = await service.newProject();
  return signedIn(service, project.id, 'owner');
}

async function storedParts() {
  const passkeys = await database.collection('passkeys').find().toArray();
  return { passkeys, sessions: await database.collection('sessions').countDocuments() };
}

/** Each check of what both a new and a used passkey send. */
const common: [string, Tampering][] = [
  ['another type', { type: 'webauthn.other' }],
  ['another origin', { origin: 'https://galley.example.evil.example' }],
  ['a subdomain', { origin: 'https://www.galley.example' }],
  ['a frame of another site', { crossOrigin: true }],
  ['a page inside another site', { topOrigin: 'https://evil.example' }],
  ['another domain', { rpId: 'evil.example' }],
  ['nobody present', { flags: flags.verified }],
  ['nobody verified', { flags: flags.present }],
  ['an unknown challenge', { challenge: randomBytes(32).toString('base64url') }],
];

const certificate = Buffer.from('a certificate with a URL');

describe('a new passkey is rejected, and nothing is stored, with', () => {
  it.each<[string, Tampering]>([
    ...common,
    ['an attestation', { fmt: 'packed', attStmt: new Map<string, unknown>([['x5c', [certificate]]]) }],
    ['a statement without a format', { attStmt: new Map([['sig', certificate]]) }],
  ])('%s', async (_, changes) => {
    const owner = await ownerOf();
    const before = await storedParts();
    const { answer } = await addPasskey(owner, { changes });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'passkey_rejected']);
    expect(await storedParts()).toEqual(before);
  });

  it('a challenge of someone else, of another use, of earlier, or used once already', async () => {
    const [owner, other] = [await ownerOf(), await ownerOf()];
    const authenticator = new SoftwareAuthenticator(passkeyOrigin);
    const send = async (options: Parameters<typeof authenticator.create>[0], by = owner) =>
      (await by.send('POST', '/account/passkeys', { response: authenticator.create(options) })).status;
    const own = () => optionsFrom(owner, '/account/passkeys/options');

    expect(await send(await own(), other)).toBe(401);
    const { challenge } = await optionsFrom(owner, '/session/step-up/options');
    expect(await send({ ...(await own()), challenge })).toBe(401);
    const late = await own();
    setClock(service, start + 5 * minuteMs);
    expect(await send(late)).toBe(401);
    const once = await own();
    expect([await send(once), await send(once)]).toEqual([201, 401]);
  });

  it('a credential that another account has', async () => {
    const [owner, other] = [await ownerOf(), await ownerOf()];
    const { authenticator } = await addPasskey(owner);
    const { credentialId } = authenticator;
    expect((await addPasskey(other, { changes: { credentialId } })).answer.status).toBe(401);
  });

  it('a certificate with a URL, which nothing opens', async () => {
    const trap = await startConnectionTrap();
    const url = Buffer.from(`http://127.0.0.1:${String(trap.port)}/revoked.crl`);
    for (const fmt of ['packed', 'fido-u2f', 'tpm', 'android-key', 'android-safetynet', 'apple']) {
      const statement = { x5c: [url], certInfo: url, response: url, sig: url, alg: -7, ver: '2.0' };
      const changes = { fmt, attStmt: new Map(Object.entries(statement)) };
      const { answer } = await addPasskey(await ownerOf(), { changes });
      expect([fmt, answer.status]).toEqual([fmt, 401]);
    }
    expect(trap.connections).toBe(0);
  });
});

describe('a passkey is rejected, and no session begins, with', () => {
  it.each<[string, Tampering]>([
    ...common,
    ['an unknown credential', { credentialId: randomBytes(16) }],
    ['another key', { key: newKeys().privateKey }],
    ['the handle of another account', { userHandle: randomBytes(32).toString('base64url') }],
    ['a changed backup eligibility', { flags: flags.present | flags.verified | flags.eligible }],
  ])('%s', async (_, changes) => {
    const { authenticator } = await addPasskey(await ownerOf());
    const before = await storedParts();
    const answer = await signInWithPasskey(new Visitor(service.url), authenticator, changes);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'passkey_rejected']);
    expect(await storedParts()).toEqual(before);
  });

  it('a used or old challenge', async () => {
    const { authenticator } = await addPasskey(await ownerOf());
    const offer = () => optionsFrom(new Visitor(service.url), '/session/passkey/options');
    const send = async (options: Parameters<typeof authenticator.use>[0]) => {
      const response = authenticator.use(options);
      return (await new Visitor(service.url).send('POST', '/session/passkey', { response })).status;
    };
    const options = await offer();
    expect([await send(options), await send(options)]).toEqual([200, 401]);
    const late = await offer();
    setClock(service, start + 5 * minuteMs);
    expect(await send(late)).toBe(401);
  });

  it('a challenge of another use, of another session, or of another ticket', async () => {
    const [owner, other] = [await ownerOf(), await ownerOf()];
    const { authenticator } = await addPasskey(owner);
    const before = await storedParts();
    const stepUp = async (options: Parameters<typeof authenticator.use>[0], by = owner) =>
      (await by.send('POST', '/session/step-up', { passkey: authenticator.use(options) })).status;
    const signInOptions = await optionsFrom(new Visitor(service.url), '/session/passkey/options');
    expect(await stepUp(signInOptions)).toBe(401);
    const stepUpOptions = () => optionsFrom(owner, '/session/step-up/options');
    const response = authenticator.use(await stepUpOptions());
    expect((await new Visitor(service.url).send('POST', '/session/passkey', { response })).status).toBe(401);
    expect(await stepUp(await stepUpOptions(), other)).toBe(401);

    const { secret } = (await owner.send('POST', '/account/totp')).body as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: start });
    await owner.send('POST', '/account/totp/confirm', { code });
    const { email } = (await owner.send('GET', '/session')).body.user as { email: string };
    const ticketOf = async (client: Visitor) =>
      ((await client.signIn(email)).body.error as { ticket: string }).ticket;
    const [first, second] = [new Visitor(service.url), new Visitor(service.url)];
    const ticket = await ticketOf(first);
    const path = '/session/second-factor';
    const options = await optionsFrom(second, `${path}/options`, { ticket: await ticketOf(second) });
    const sent = { ticket, passkey: authenticator.use(options) };
    expect((await first.send('POST', path, sent)).status).toBe(401);
    expect((await storedParts()).sessions).toBe(before.sessions);
  });

  it('a counter that does not advance, also for two at once', async () => {
    const { authenticator } = await addPasskey(await ownerOf(), { changes: { counter: 3 } });
    const signIn = async (counter: number) =>
      (await signInWithPasskey(new Visitor(service.url), authenticator, { counter })).status;
    const before = await storedParts();
    expect([await signIn(3), await signIn(0)]).toEqual([401, 401]);
    expect(await storedParts()).toEqual(before);
    expect([await signIn(4), await signIn(4)]).toEqual([200, 401]);
    expect((await Promise.all([signIn(5), signIn(5)])).sort()).toEqual([200, 401]);
  });
});

it('a passkey without a counter, and of each algorithm, signs in again and again', async () => {
  for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
    const owner = await ownerOf();
    const authenticator = new SoftwareAuthenticator(passkeyOrigin, algorithm);
    const response = authenticator.create(await optionsFrom(owner, '/account/passkeys/options'));
    expect((await owner.send('POST', '/account/passkeys', { response })).status).toBe(201);
    for (const userHandle of [undefined, null]) {
      const changes = userHandle === undefined ? {} : { userHandle };
      const answer = await signInWithPasskey(new Visitor(service.url), authenticator, changes);
      expect([algorithm, answer.status]).toEqual([algorithm, 200]);
    }
  }
});
