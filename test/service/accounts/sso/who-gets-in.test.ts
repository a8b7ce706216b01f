import { beforeEach, describe, expect, it } from 'vitest';
import { storedRows } from '../../../support/audit/rows.ts';
import { addPerson, DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';
import { comeBack, passThrough, start, storedParts } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const service = await startOwnService(
  issuerVariables(issuer, { EMAIL_DOMAINS: 'acme.example', SESSION_HOURS: '3' }),
);
const database = databaseOf(service.app.system);
const project = await service.newProject();
const owner = await signedIn(service, project.id, 'owner');

let count = 0;
/** A person at the issuer whom nobody has seen yet. */
function newPerson(claims: Record<string, unknown> = {}) {
  const sub = `person-${String((count += 1))}`;
  const email = `${sub}@people.example`;
  issuer.behavior.claims = { sub, email, name: 'Ada Lovelace', ...claims };
  return { sub, email, client: new DashboardClient(service.url) };
}

async function invite(role = 'author'): Promise<string> {
  const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role });
  return new URL(body.url as string).hash.slice(1);
}

const failure = (error: string, reason?: string) => ({
  status: 303,
  path: '/dashboard/sign-in',
  query: { error, issuer: 'corp', ...(reason === undefined ? {} : { reason }) },
});

beforeEach(() => issuer.reset());

async function expectNothingStored<T>(work: () => Promise<T>): Promise<T> {
  const before = await storedParts(service);
  const result = await work();
  expect(await storedParts(service)).toEqual(before);
  return result;
}

describe('a person whom nobody knows', () => {
  it('is not invited', async () => {
    const { client } = newPerson();
    expect(await expectNothingStored(() => passThrough(service, issuer, client))).toEqual(
      failure('not_invited'),
    );
    expect(client.cookie).toBeNull();
  });

  it('gets an account without a password by an invitation, once', async () => {
    const { client, email } = newPerson();
    const invitation = await invite();
    expect((await passThrough(service, issuer, client, { invitation })).query).toEqual({});

    expect(client.browser, 'the browser is known from now on').toContain('galley_browser=');
    const { body } = await client.send('GET', '/session');
    expect(body.user).toMatchObject({ email, name: 'Ada Lovelace' });
    expect(body.projects).toMatchObject([{ id: project.id, role: 'author' }]);
    expect(body.current).toMatchObject({ method: 'sso:corp', proofs: ['sso:corp'] });
    const lastsMs = Date.parse(body.current.expires_at as string) - service.app.clock.now().getTime();
    expect(Math.round(lastsMs / 60_000)).toBe(180);

    const second = newPerson();
    expect((await start(second.client, { invitation })).answer.body.error).toMatchObject({
      code: 'invalid_link',
      param: 'invitation',
    });
    const actions = (await storedRows(service.app, 'installation')).map(({ action }) => action);
    expect(actions.slice(-3)).toEqual(['account.created', 'account.identity_added', 'session.began']);
  });

  it.each([
    [{ email: undefined }, 'sso_rejected', 'email_missing'],
    [{ email: 'no address' }, 'sso_rejected', 'email_missing'],
  ])('needs a valid address: %j', async (claims, code, reason) => {
    const { client } = newPerson(claims);
    issuer.behavior.userinfo = { sub: issuer.behavior.claims['sub'] };
    const invitation = await invite();
    const arrival = await expectNothingStored(() => passThrough(service, issuer, client, { invitation }));
    expect(arrival).toEqual(failure(code, reason));
  });

  it.each([
    ['preferred username', { name: undefined, preferred_username: 'countess' }, 'countess'],
    ['first part of the address', { name: ' ', preferred_username: 1 }, undefined],
  ])('without a name gets the %s as name', async (_what, claims, expected) => {
    const { client, sub } = newPerson(claims);
    await passThrough(service, issuer, client, { invitation: await invite() });
    expect((await client.send('GET', '/session')).body.user.name).toBe(expected ?? sub);
  });

  it('gets the address of userinfo if the token has none, and its verification from there too', async () => {
    const { client, sub } = newPerson({ email: undefined, email_verified: true });
    issuer.behavior.userinfo = { sub, email: `${sub}@userinfo.example`, email_verified: false };
    await passThrough(service, issuer, client, { invitation: await invite() });
    expect((await client.send('GET', '/session')).body.user.email).toBe(`${sub}@userinfo.example`);
  });

  it('does not get the account of someone with the same address', async () => {
    const { client, email } = newPerson({ email_verified: true });
    await addPerson(service.app, project.id, { email, role: 'editor' });
    const invitation = await invite();
    const arrival = await expectNothingStored(() => passThrough(service, issuer, client, { invitation }));
    expect(arrival).toEqual(failure('email_taken'));
    expect((await start(client, { invitation })).answer.status, 'the invitation stays usable').toBe(200);
  });

  it('gets one account and two sessions from two sign-ins at once', async () => {
    const { sub } = newPerson();
    const clients = [new DashboardClient(service.url), new DashboardClient(service.url)];
    const invitations = [await invite(), await invite()];
    const starts = await Promise.all(
      clients.map((client, i) => start(client, { invitation: invitations[i] })),
    );
    const arrivals = await Promise.all(
      clients.map((client, i) => {
        const { url = '', flow = '' } = starts[i] ?? {};
        return comeBack(service, client, { query: issuer.answer(url), flow });
      }),
    );
    expect(arrivals.map(({ query }) => query)).toEqual([{}, {}]);
    const rows = await database.collection('identities').find({ sub }).toArray();
    expect(rows).toHaveLength(1);
    const sessions = await database.collection('sessions').countDocuments({ user_id: rows[0]?.['user_id'] });
    expect(sessions).toBe(2);
  });
});

describe('a linked person', () => {
  it('signs in without a membership, and under a new name and address keeps the old ones', async () => {
    const { client, sub, email } = newPerson();
    await passThrough(service, issuer, client, { invitation: await invite() });
    const { body } = await client.send('GET', '/session');
    await owner.send('DELETE', `/projects/${project.id}/members/${String(body.user.id)}`);

    issuer.behavior.claims = { sub, email: 'new@people.example', name: 'New Name' };
    const again = new DashboardClient(service.url);
    expect((await passThrough(service, issuer, again)).query).toEqual({});
    expect((await again.send('GET', '/session')).body).toMatchObject({
      user: { email, name: 'Ada Lovelace' },
      projects: [],
    });
  });

  it('uses an invitation, and nothing is stored if someone else used it meanwhile', async () => {
    const { sub } = newPerson();
    await passThrough(service, issuer, new DashboardClient(service.url), { invitation: await invite() });
    const invitation = await invite('editor');
    const client = new DashboardClient(service.url);
    const late = await start(new DashboardClient(service.url), { invitation });
    expect((await passThrough(service, issuer, client, { invitation })).query).toEqual({});
    expect((await client.send('GET', '/session')).body.projects).toMatchObject([{ role: 'editor' }]);

    const identity = () => database.collection('identities').findOne({ sub });
    const before = await identity();
    const other = new DashboardClient(service.url);
    const { url, flow } = late;
    const sessions = () => database.collection('sessions').countDocuments();
    const sessionsBefore = await sessions();
    const arrival = await comeBack(service, other, { query: issuer.answer(url), flow });
    expect(arrival).toEqual(failure('invalid_link'));
    expect([await identity(), await sessions()]).toEqual([before, sessionsBefore]);
  });

  it('is rejected while the account is closed', async () => {
    const { client, sub } = newPerson();
    await passThrough(service, issuer, client, { invitation: await invite() });
    const identity = await database.collection('identities').findOne({ sub });
    const users = database.collection<{ _id: string }>('users');
    await users.updateOne({ _id: String(identity?.['user_id']) }, { $set: { disabled_at: new Date() } });
    const other = new DashboardClient(service.url);
    expect(await expectNothingStored(() => passThrough(service, issuer, other))).toEqual(
      failure('account_disabled'),
    );
  });

  it('has a second factor if the issuer says so, and a confirmation as old as its sign-in there', async () => {
    const { sub } = newPerson();
    await passThrough(service, issuer, new DashboardClient(service.url), { invitation: await invite() });
    const authTime = Math.floor(Date.now() / 1000) - 500;
    issuer.behavior.claims = { sub, email: 'x@y.example', amr: ['pwd', 'mfa'], auth_time: authTime };
    const client = new DashboardClient(service.url);
    await passThrough(service, issuer, client);
    expect((await client.send('GET', '/session')).body.current).toMatchObject({
      second_factor: true,
      confirmed_at: new Date(authTime * 1000).toISOString(),
    });
  });
});

describe('the session of a linked person', () => {
  it('has a second factor always, if the operator trusts the issuer with it', async () => {
    const { sub } = newPerson();
    await passThrough(service, issuer, new DashboardClient(service.url), { invitation: await invite() });
    const trusting = await startOwnService({
      MONGODB_DB: service.app.config.MONGODB_DB,
      ...issuerVariables(issuer, { SECOND_FACTOR: 'trusted' }),
    });
    issuer.behavior.claims = { sub, email: 'x@y.example', amr: ['pwd'] };
    for (const [at, second_factor] of [
      [service, false],
      [trusting, true],
    ] as const) {
      const client = new DashboardClient(at.url);
      await passThrough(at, issuer, client);
      expect((await client.send('GET', '/session')).body.current).toMatchObject({ second_factor });
    }
  });

  it.each([1e300, 'yesterday'])('counts as unconfirmed with the auth_time %s', async (authTime) => {
    const own = await service.newProject();
    const { sub } = newPerson();
    const client = await signedIn(service, own.id, 'owner');
    await passThrough(service, issuer, client, { purpose: 'link' });
    issuer.behavior.claims = { sub, email: 'x@y.example', auth_time: authTime };
    const again = new DashboardClient(service.url);
    const { query } = await passThrough(service, issuer, again);
    if (typeof authTime === 'string') return expect(query).toMatchObject({ reason: 'token' });
    expect((await again.send('GET', '/session')).body.current).toMatchObject({ confirmed_at: null });
  });
});

describe('a verified address in a trusted domain', () => {
  async function existing() {
    const sub = `person-${String((count += 1))}`;
    const email = `${sub}@acme.example`;
    const user = await addPerson(service.app, project.id, { email, role: 'editor' });
    issuer.behavior.claims = { sub, email, email_verified: true };
    return { sub, email, user, client: new DashboardClient(service.url) };
  }

  it('links the account and removes every other way in', async () => {
    const { email, user, client } = await existing();
    const other = new DashboardClient(service.url);
    expect((await other.signIn(email)).status).toBe(200);

    expect((await passThrough(service, issuer, client)).query).toEqual({});
    const { body } = await client.send('GET', '/session');
    expect(body).toMatchObject({ user: { id: user._id }, projects: [{ id: project.id, role: 'editor' }] });
    expect((await other.send('GET', '/session')).body.user).toBeNull();
    const retry = await new DashboardClient(service.url).signIn(email, password);
    expect(retry.body.error.code).toBe('invalid_credentials');
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['is verified in words', { email_verified: 'true' }],
    ['is in a subdomain', { email: 'someone@sub.acme.example' }],
  ])('is not trusted if it %s', async (_what, claims) => {
    const { client, email } = await existing();
    Object.assign(issuer.behavior.claims, claims);
    expect(await expectNothingStored(() => passThrough(service, issuer, client))).toEqual(
      failure('not_invited'),
    );
    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(200);
  });

  it('is not trusted if the token verifies it and another response names it', async () => {
    const { client, sub, email } = await existing();
    issuer.behavior.claims = { sub, email_verified: true };
    issuer.behavior.userinfo = { sub, email, email_verified: false };
    expect(await expectNothingStored(() => passThrough(service, issuer, client))).toEqual(
      failure('not_invited'),
    );
  });

  it('opens no closed account', async () => {
    const { client, user } = await existing();
    const users = database.collection<{ _id: string }>('users');
    await users.updateOne({ _id: user._id }, { $set: { disabled_at: new Date() } });
    expect(await expectNothingStored(() => passThrough(service, issuer, client))).toEqual(
      failure('account_disabled'),
    );
  });

  it('removes authenticator app, passkeys, other identities and links too', async () => {
    const { client, user } = await existing();
    const own = { user_id: user._id };
    const rows = {
      passkeys: { credential_id: user._id },
      identities: { issuer: 'https://x.example', sub: 'x' },
    };
    for (const [name, row] of Object.entries(rows))
      await database
        .collection<{ _id: string }>(name)
        .insertOne({ _id: `${name}-${user._id}`, ...own, ...row });
    await database.collection<{ _id: string }>('access_links').insertOne({
      _id: `lnk_${user._id}`,
      ...own,
      hash: user._id,
      expires_at: new Date('2100-01-01'),
    } as never);
    const users = database.collection<{ _id: string }>('users');
    await users.updateOne({ _id: user._id }, { $set: { totp: { secret: 'x' }, recovery: ['x'] } });

    expect((await passThrough(service, issuer, client)).query).toEqual({});

    const stored = await users.findOne({ _id: user._id });
    expect(stored).toMatchObject({ password: null });
    expect(Object.keys(stored ?? {})).not.toEqual(expect.arrayContaining(['totp']));
    expect(Object.keys(stored ?? {})).not.toEqual(expect.arrayContaining(['recovery']));
    const count = (name: string) => database.collection(name).countDocuments(own);
    expect([await count('passkeys'), await count('access_links')]).toEqual([0, 0]);
    const identities = await database.collection('identities').find(own).toArray();
    expect(identities.map(({ issuer: url }) => String(url))).toEqual([issuer.url]);
  });

  it('does not replace another person of this issuer', async () => {
    const { client, email } = await existing();
    await passThrough(service, issuer, client);
    issuer.behavior.claims = { sub: 'another', email, email_verified: true };
    const other = new DashboardClient(service.url);
    expect(await expectNothingStored(() => passThrough(service, issuer, other))).toEqual(
      failure('sso_rejected', 'other_identity'),
    );
  });
});

describe('linking', () => {
  async function member() {
    const own = await service.newProject();
    const { sub } = newPerson();
    return { client: await signedIn(service, own.id, 'owner'), sub, own };
  }

  it('adds the identity to the signed-in account, which then signs in there', async () => {
    const { client } = await member();
    const body = { purpose: 'link', return_to: '/dashboard/account' };
    expect(await passThrough(service, issuer, client, body)).toMatchObject({
      path: '/dashboard/account',
      query: {},
    });
    const other = new DashboardClient(service.url);
    expect((await passThrough(service, issuer, other)).query).toEqual({});
    expect((await passThrough(service, issuer, client, body)).query).toMatchObject({
      error: 'identity_taken',
    });
  });

  it('rejects an identity of another account', async () => {
    const first = await member();
    await passThrough(service, issuer, first.client, { purpose: 'link' });
    const earlierClaims = issuer.behavior.claims;
    const second = await member();
    issuer.behavior.claims = earlierClaims;
    const arrival = await expectNothingStored(() =>
      passThrough(service, issuer, second.client, { purpose: 'link' }),
    );
    expect(arrival).toMatchObject({ path: '/dashboard', query: { error: 'identity_taken' } });
  });

  it('needs a session that lasts until the callback', async () => {
    const { client } = await member();
    expect((await start(new DashboardClient(service.url), { purpose: 'link' })).answer.status).toBe(401);
    const { url, flow } = await start(client, { purpose: 'link' });
    await client.send('DELETE', '/session');
    expect(await comeBack(service, client, { query: issuer.answer(url), flow })).toEqual(
      failure('sso_rejected', 'state'),
    );
  });

  it('is undone by unlinking, which ends the sessions of the issuer', async () => {
    const { client, sub } = await member();
    await passThrough(service, issuer, client, { purpose: 'link' });
    const other = new DashboardClient(service.url);
    await passThrough(service, issuer, other);
    const identity = await database.collection<{ _id: string }>('identities').findOne({ sub });
    const answer = await client.send('DELETE', `/account/identities/${identity?._id ?? ''}`);
    expect(answer.status).toBe(204);
    expect((await other.send('GET', '/session')).body.user).toBeNull();
    expect((await client.send('GET', '/session')).body.user).not.toBeNull();
    const again = await client.send('DELETE', `/account/identities/${identity?._id ?? ''}`);
    expect(again.body.error.code).toBe('unknown_identity');
  });

  it('keeps the last way in', async () => {
    const { client } = newPerson();
    await passThrough(service, issuer, client, { invitation: await invite() });
    client.csrf = (await client.send('GET', '/session')).body.csrf as string;
    const identity = await database
      .collection<{ _id: string }>('identities')
      .findOne({ sub: issuer.behavior.claims['sub'] });
    const answer = await client.send('DELETE', `/account/identities/${identity?._id ?? ''}`);
    expect(answer.body.error.code).toBe('last_way_in');
  });
});

describe('a confirmation at the issuer', () => {
  async function linked() {
    const { sub } = newPerson();
    const own = await service.newProject();
    const client = await signedIn(service, own.id, 'owner');
    await passThrough(service, issuer, client, { purpose: 'link' });
    return { client, sub };
  }

  it('needs a session that lasts until the callback', async () => {
    const { client } = await linked();
    const { url, flow } = await start(client, { purpose: 'step_up' });
    await client.send('DELETE', '/session');
    const stranger = new DashboardClient(service.url);
    expect((await start(stranger, { purpose: 'step_up' })).answer.status).toBe(401);
    expect(await comeBack(service, client, { query: issuer.answer(url), flow })).toEqual(
      failure('sso_rejected', 'state'),
    );
  });

  it('adds its proof to the session', async () => {
    const { client } = await linked();
    issuer.behavior.claims['auth_time'] = Math.floor(Date.now() / 1000) + 1;
    const { url } = await start(client, { purpose: 'step_up' });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const body = { purpose: 'step_up', return_to: '/dashboard/account' };
    expect((await passThrough(service, issuer, client, body)).query).toEqual({});
    const { current } = (await client.send('GET', '/session')).body;
    expect(current.proofs).toEqual(['password', 'sso:corp']);
  });

  it.each([
    ['old', { auth_time: Math.floor(Date.now() / 1000) - 60 }, 'not_reauthenticated'],
    ['missing', {}, 'not_reauthenticated'],
    ['of someone else', { sub: 'someone-else' }, 'other_person'],
  ])('that is %s changes nothing', async (_what, claims, reason) => {
    const { client } = await linked();
    Object.assign(issuer.behavior.claims, claims);
    const body = { purpose: 'step_up', return_to: '/dashboard/account' };
    const arrival = await expectNothingStored(() => passThrough(service, issuer, client, body));
    expect(arrival).toMatchObject({ path: '/dashboard/account', query: { error: 'sso_rejected', reason } });
    expect((await client.send('GET', '/session')).body.current.proofs).toEqual(['password']);
  });
});
