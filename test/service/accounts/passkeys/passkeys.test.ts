import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { installationLog } from '../../../../src/projects/index.ts';
import { storedRows } from '../../../support/audit/rows.ts';
import { type DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { newEmail, ownedProject, tokenOf } from '../../../support/links.ts';
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
import { SoftwareAuthenticator } from '../../../support/sign-in/software-authenticator.ts';

const service = await startOwnService(passkeyVariables);
const elsewhere = await startOwnService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  ...passkeyVariables,
  BASE_URL: 'https://cms.galley.example',
});
const parent = await startOwnService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  ...passkeyVariables,
  BASE_URL: 'https://cms.galley.example',
  PASSKEY_RP_ID: 'galley.example',
});
const passkeysOnly = await startOwnService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  ...passkeyVariables,
  SIGN_IN: 'passkey',
});
const database = databaseOf(service.app.system);
const start = Date.parse('2027-03-01T09:00:00.000Z');

beforeEach(() => setClock(service, start));

async function newOwner() {
  const project = await service.newProject();
  const email = newEmail(project);
  const owner = await signedIn(service, project.id, 'owner', email);
  return { project, owner, email };
}

/** The same browser at another process. */
function at(url: string, { cookie, csrf }: DashboardClient): DashboardClient {
  return Object.assign(new Visitor(url), { cookie, csrf });
}

const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Adds an authenticator app. @returns its secret */
async function addApp(owner: DashboardClient): Promise<string> {
  const { secret } = (await owner.send('POST', '/account/totp')).body as { secret: string };
  await owner.send('POST', '/account/totp/confirm', { code: codeAt(secret, start) });
  return secret;
}

describe('own passkeys', () => {
  it('are added, listed, renamed and removed, each with a row', async () => {
    const { owner } = await newOwner();
    const options = await optionsFrom(owner, '/account/passkeys/options');
    expect(options).toMatchObject({
      rp: { id: 'galley.example' },
      attestation: 'none',
      timeout: 300_000,
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id as string, 'base64url')).toHaveLength(32);
    expect(Buffer.from(options.challenge as string, 'base64url').length).toBeGreaterThanOrEqual(32);
    const { answer, authenticator } = await addPasskey(owner);
    const { passkey } = answer.body as { passkey: { id: string } };
    expect(passkey).toEqual({
      id: expect.stringMatching(/^psk_/) as unknown,
      name: 'another program',
      created_at: new Date(start).toISOString(),
      last_used_at: null,
      synced: false,
      usable: true,
    });
    const again = await optionsFrom(owner, '/account/passkeys/options');
    expect(again.user.id).toBe(options.user.id);
    expect(again.excludeCredentials).toMatchObject([
      { id: authenticator.credentialId.toString('base64url') },
    ]);
    expect((await owner.send('GET', '/session')).body.current).toMatchObject({
      proofs: ['password', 'passkey'],
      second_factor: true,
    });

    const path = `/account/passkeys/${passkey.id}`;
    const renamed = await owner.send('PATCH', path, { name: ' Key on my desk ' });
    expect(renamed.body.passkey).toEqual({ ...passkey, name: 'Key on my desk' });
    expect((await owner.send('PATCH', path, { name: ' ' })).body.error.param).toBe('name');
    expect((await owner.send('GET', '/account/sign-in')).body.passkeys).toEqual([renamed.body.passkey]);
    const { owner: stranger } = await newOwner();
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await stranger.send(method, path, method === 'PATCH' ? { name: 'Mine' } : undefined)).body.error
          .code,
      ).toBe('unknown_passkey');
    expect((await owner.send('DELETE', path)).status).toBe(204);
    expect((await owner.send('DELETE', path)).body.error.code).toBe('unknown_passkey');
    const { id } = (await owner.send('GET', '/session')).body.user as { id: string };
    const rows = (await storedRows(service.app, installationLog)).filter(
      ({ action, subject }) => subject.id === id && action.startsWith('account.'),
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'account.passkey_added',
      'account.changed',
      'account.passkey_removed',
    ]);
  });

  it('are ten at most, also when they are added at once', async () => {
    const { owner } = await newOwner();
    for (let count = 0; count < 9; count += 1) await addPasskey(owner);
    const both = await Promise.all([addPasskey(owner), addPasskey(owner)]);
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([201, 400]);
    const { body } = await owner.send('POST', '/account/passkeys/options', {});
    expect([body.error.code, body.error.limit]).toEqual(['limit_reached', 'passkeys']);
  });

  it('of another domain are listed and do not sign in', async () => {
    const { owner } = await newOwner();
    const { authenticator } = await addPasskey(owner);
    const { body } = await at(elsewhere.url, owner).send('GET', '/account/sign-in');
    expect(body.passkeys).toMatchObject([{ usable: false }]);
    const moved = Object.assign(new SoftwareAuthenticator('https://cms.galley.example'), {
      credentialId: authenticator.credentialId,
    });
    expect((await signInWithPasskey(new Visitor(elsewhere.url), moved)).status).toBe(401);
    const atParent = await at(parent.url, owner).send('GET', '/account/sign-in');
    expect(atParent.body.passkeys).toMatchObject([{ usable: true }]);
  });
});

describe('a sign-in with a passkey', () => {
  it('needs nothing else, even with an authenticator app', async () => {
    const { owner, email } = await newOwner();
    const { authenticator } = await addPasskey(owner);
    await addApp(owner);
    const client = new Visitor(service.url);
    const { status, body } = await signInWithPasskey(client, authenticator);
    expect([status, body.user.email]).toEqual([200, email]);
    expect(body.sign_in.methods).toEqual(['password', 'passkey']);
    expect(body.current).toMatchObject({ method: 'passkey', proofs: ['passkey'], second_factor: true });
    expect((await client.send('GET', '/account/sign-in')).body.passkeys[0].last_used_at).not.toBeNull();
  });

  it('tells of a closed account only after a valid passkey', async () => {
    const { owner, email } = await newOwner();
    const { authenticator } = await addPasskey(owner);
    await database.collection('users').updateOne({ email }, { $set: { disabled_at: new Date() } });
    const client = new Visitor(service.url);
    expect((await signInWithPasskey(client, authenticator)).body.error.code).toBe('account_disabled');
    const rejected = await signInWithPasskey(client, authenticator, { origin: 'https://evil.example' });
    expect(rejected.body.error.code).toBe('passkey_rejected');
  });
});

describe('the second step', () => {
  it('accepts a passkey of the account, which takes no code', async () => {
    const { owner, email } = await newOwner();
    const { authenticator } = await addPasskey(owner);
    await addApp(owner);
    const client = new Visitor(service.url);
    const { error } = (await client.signIn(email)).body;
    expect([error.code, error.methods]).toEqual([
      'second_factor_required',
      ['passkey', 'totp', 'recovery_code'],
    ]);
    const { ticket } = error as { ticket: string };
    const path = '/session/second-factor';
    const options = await optionsFrom(client, `${path}/options`, { ticket });
    expect(options.allowCredentials).toMatchObject([{ type: 'public-key' }]);
    const both = { ticket, code: '123456', passkey: authenticator.use(options) };
    expect((await client.send('POST', path, both)).body.error.code).toBe('invalid_field_value');
    expect((await client.send('POST', path, { ticket })).body.error.param).toBe('code');
    const { body } = await client.send('POST', path, { ticket, passkey: authenticator.use(options) });
    expect(body.current).toMatchObject({ method: 'password+passkey', proofs: ['password', 'passkey'] });
    const unknown = await new Visitor(service.url).send('POST', `${path}/options`, { ticket });
    expect(unknown.body.error.code).toBe('invalid_second_factor');
  });

  it('rejects the passkey of someone else', async () => {
    const { owner, email } = await newOwner();
    await addPasskey(owner);
    await addApp(owner);
    const { authenticator: foreign } = await addPasskey((await newOwner()).owner);
    const client = new Visitor(service.url);
    const { ticket } = (await client.signIn(email)).body.error as { ticket: string };
    const options = await optionsFrom(client, '/session/second-factor/options', { ticket });
    const sent = { ticket, passkey: foreign.use(options) };
    const { body } = await client.send('POST', '/session/second-factor', sent);
    expect(body.error.code).toBe('passkey_rejected');
  });

  it('is not needed because of a passkey alone', async () => {
    const { owner, email } = await newOwner();
    await addPasskey(owner);
    const { body } = await new Visitor(service.url).signIn(email);
    expect(body.current).toMatchObject({ method: 'password', second_factor: false });
  });
});

it('a step-up accepts exactly one of password, code and own passkey', async () => {
  const { owner } = await newOwner();
  const { authenticator } = await addPasskey(owner);
  const { authenticator: foreign } = await addPasskey((await newOwner()).owner);
  setClock(service, start + 11 * 60_000);
  const needed = await owner.send('DELETE', '/account/password');
  expect([needed.body.error.code, needed.body.error.methods]).toEqual([
    'step_up_required',
    ['passkey', 'password'],
  ]);
  const path = '/session/step-up';
  const options = () => optionsFrom(owner, `${path}/options`);
  const rejected = await owner.send('POST', path, { passkey: foreign.use(await options()) });
  expect(rejected.body.error.code).toBe('passkey_rejected');
  const two = await owner.send('POST', path, { password, passkey: authenticator.use(await options()) });
  expect(two.body.error.code).toBe('invalid_field_value');
  expect((await owner.send('POST', path, { passkey: authenticator.use(await options()) })).status).toBe(204);
  expect((await owner.send('GET', '/session')).body.current.confirmed_at).toBe(
    new Date(start + 11 * 60_000).toISOString(),
  );
});

describe('the last way in', () => {
  it('is neither removed alone nor together with the one before it', async () => {
    const { owner, email } = await newOwner();
    expect((await owner.send('DELETE', '/account/password')).body.error.code).toBe('last_way_in');
    const { answer, authenticator } = await addPasskey(owner);
    const { id } = answer.body.passkey as { id: string };
    const other = await signedOther(email);
    const both = await Promise.all([
      owner.send('DELETE', '/account/password'),
      owner.send('DELETE', `/account/passkeys/${id}`),
    ]);
    expect(both.map(({ status, body }) => body?.error?.code ?? status).sort()).toEqual([204, 'last_way_in']);
    if (both[0].status === 204) {
      expect((await other.send('GET', '/session')).body.user).toBeNull();
      expect((await owner.send('GET', '/session')).body.user).not.toBeNull();
      expect((await signInWithPasskey(new Visitor(service.url), authenticator)).status).toBe(200);
    }
  });

  it('a removed password ends its other sessions, and a new one needs no old one', async () => {
    const { owner, email } = await newOwner();
    const other = await signedOther(email);
    await addPasskey(owner);
    const { body: read } = await owner.send('GET', '/account/sign-in');
    expect(read.password).toBe(true);
    expect((await owner.send('DELETE', '/account/password')).status).toBe(204);
    expect((await owner.send('DELETE', '/account/password')).status).toBe(204);
    expect((await other.send('GET', '/session')).body.user).toBeNull();
    expect((await new Visitor(service.url).signIn(email)).body.error.code).toBe('invalid_credentials');
    const sent = { new_password: 'another good phrase' };
    const wrong = await owner.send('POST', '/account/password', { ...sent, current_password: password });
    expect(wrong.body.error.code).toBe('invalid_credentials');
    const added = await owner.send('POST', '/account/password', sent);
    expect(added.body.current).toMatchObject({ proofs: ['password', 'passkey'] });
    owner.csrf = added.body.csrf as string;
    const without = await owner.send('POST', '/account/password', { new_password: 'a third good phrase' });
    expect([without.body.error.code, without.body.error.param]).toEqual([
      'missing_required_field',
      'current_password',
    ]);
  });

  async function signedOther(email: string) {
    const other = new Visitor(service.url);
    await other.signIn(email);
    return other;
  }
});

describe('an invitation', () => {
  it('creates an account with a passkey and no password', async () => {
    const { project, invite } = await ownedProject(service);
    const email = newEmail(project);
    const account = { token: tokenOf(await invite('author')), email, name: 'Grace' };
    const client = new Visitor(service.url);
    const options = await optionsFrom(client, '/links/passkey-options', account);
    expect(options.user).toMatchObject({ name: email, displayName: 'Grace' });
    const authenticator = new SoftwareAuthenticator(passkeyOrigin);
    const passkey = authenticator.create(options);
    const use = (body: object) => new Visitor(service.url).send('POST', '/links/use', body);
    expect((await use({ ...account, password, passkey })).body.error.code).toBe('invalid_field_value');
    const { name: _name, ...nameless } = account;
    expect((await use({ ...nameless, passkey })).body.error.param).toBe('name');
    const { body } = await client.send('POST', '/links/use', { ...account, passkey });
    expect(body.current).toMatchObject({ method: 'passkey', proofs: ['passkey'], second_factor: true });
    expect(body.projects).toMatchObject([{ id: project.id, role: 'author' }]);
    expect((await client.send('GET', '/account/sign-in')).body).toMatchObject({
      password: false,
      passkeys: [{ usable: true }],
    });
    expect((await signInWithPasskey(new Visitor(service.url), authenticator)).status).toBe(200);
  });

  it('stores nothing for another address, a taken one or a used link', async () => {
    const { project, owner, invite } = await ownedProject(service);
    const [email, other] = [newEmail(project), newEmail(project)];
    const account = { token: tokenOf(await invite()), email, name: 'Grace' };
    const client = new Visitor(service.url);
    const options = await optionsFrom(client, '/links/passkey-options', account);
    const passkey = new SoftwareAuthenticator(passkeyOrigin).create(options);
    const users = await database.collection('users').countDocuments();
    const changed = await client.send('POST', '/links/use', { ...account, email: other, passkey });
    expect(changed.body.error.code).toBe('passkey_rejected');
    const taken = (await owner.send('GET', '/session')).body.user.email as string;
    const path = '/links/passkey-options';
    expect((await client.send('POST', path, { ...account, email: taken })).body.error.code).toBe(
      'email_taken',
    );
    expect((await client.send('POST', path, { ...account, token: 'x' })).body.error.code).toBe(
      'invalid_link',
    );
    expect(await database.collection('users').countDocuments()).toBe(users);
  });
});

describe('an installation', () => {
  it('without a secure host has no passkeys', async () => {
    const plain = await startOwnService({
      MONGODB_DB: service.app.config.MONGODB_DB,
      TRUSTED_PROXY_HOPS: '1',
    });
    const client = new Visitor(plain.url);
    expect((await client.send('GET', '/session')).body.sign_in.methods).toEqual(['password']);
    const { body } = await client.send('POST', '/session/passkey/options', {});
    expect([body.error.code, body.error.methods]).toEqual(['sign_in_method_required', ['password']]);
  });

  it('without passwords accepts a passkey and ends sessions of passwords', async () => {
    const { owner, email } = await newOwner();
    const { authenticator } = await addPasskey(owner);
    const plain = new Visitor(service.url);
    await plain.signIn(email);
    expect((await at(passkeysOnly.url, plain).send('GET', '/session')).body.user).toBeNull();
    expect((await signInWithPasskey(new Visitor(passkeysOnly.url), authenticator)).status).toBe(200);
  });

  it('without passwords has recovery links that take none, remove passkeys and keep identities', async () => {
    const { send, project, invite, idOf } = await ownedProject(service);
    const email = newEmail(project);
    const member = await signedIn(service, project.id, 'editor', email);
    await addPasskey(member);
    const identities = database.collection<{ _id: string }>('identities');
    const user_id = await idOf(email);
    await identities.insertOne({
      _id: `idn_${user_id}`,
      ...{ user_id, issuer: 'https://login.example', sub: 'ada', name: 'corp', email: null },
      ...{ linked_at: new Date(start), last_used_at: null },
    });
    await invite();
    const recover = async () =>
      tokenOf(
        (await send('POST', `/members/${await idOf(email)}/link`, { kind: 'recover' })).body.url as string,
      );
    const token = await recover();
    const client = new Visitor(passkeysOnly.url);
    const withPassword = await client.send('POST', '/links/use', { token, password: 'another good phrase' });
    expect(withPassword.body.error.code).toBe('sign_in_method_required');
    const { body } = await client.send('POST', '/links/use', { token });
    client.csrf = body.csrf as string;
    expect(body.current).toMatchObject({ method: 'link', proofs: ['link'], second_factor: false });
    expect((await client.send('GET', '/account/sign-in')).body).toMatchObject({
      password: false,
      passkeys: [],
      identities: [{ id: `idn_${user_id}`, issuer: null }],
    });
    expect((await addPasskey(client)).answer.status).toBe(201);
  });
});
