import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardClient } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startOwnService } from '../../../support/service.ts';
import { comeBack, passThrough, start } from '../../../support/sign-in/sso-browser.ts';
import { clientId, issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';
import { addPerson } from '../../../support/dashboard.ts';

const [issuer, other] = [await startIssuer(), await startIssuer()];
const variables = {
  ...issuerVariables(issuer),
  ...issuerVariables(other, { name: 'other' }),
  OIDC_ISSUERS: 'corp,other',
};
const service = await startOwnService(variables);
const { MONGODB_DB } = service.app.config;
const database = databaseOf(service.app.system);
const project = await service.newProject();
const user = await addPerson(service.app, project.id, { email: 'ada@acme.example', role: 'owner' });
await database.collection<{ _id: string }>('identities').insertOne({
  _id: 'idn_test',
  ...{ user_id: user._id, issuer: issuer.url, sub: 'ada', name: 'corp', email: null },
  ...{ linked_at: new Date(), last_used_at: null },
});
const browser = () => new DashboardClient(service.url);
const state = {
  status: 303,
  path: '/dashboard/sign-in',
  query: { error: 'sso_rejected', issuer: 'corp', reason: 'state' },
};

beforeEach(() => issuer.reset());

describe('the start of a sign-in', () => {
  it('leads to the issuer with everything that ties its response to this browser', async () => {
    const { answer, url } = await start(browser());
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://galley.test/dashboard/api/sso/corp/callback',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^galley_flow=[A-Za-z0-9]{43}; path=\/dashboard; expires=[^;]+; samesite=lax; httponly$/i,
    );
    const stored = JSON.stringify(await database.collection('challenges').find().toArray());
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(stored).not.toContain(searchParams.get(name));
    expect(stored).not.toContain(cookie?.slice('galley_flow='.length).split(';')[0]);
  });

  it.each([
    ['/dashboard', 200],
    ['/dashboard/projects/x?tab=1#part', 200],
    ['/dashboard/api/session', 400],
    ['/dashboard/api', 400],
    ['/dashboard/x/../api/session', 400],
    ['/dashboard/%2e%2e/other', 400],
    ['/dashboard/../other', 400],
    ['/dashboards', 400],
    ['/other', 400],
    ['//evil.example/dashboard', 400],
    ['https://evil.example/dashboard', 400],
    ['/dashboard\\evil', 400],
    ['/dashboard/\n', 400],
    [`/dashboard/${'x'.repeat(490)}`, 400],
  ])('returns to %s: %d', async (return_to, status) => {
    const { answer } = await start(browser(), { return_to });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body.error).toMatchObject({ code: 'invalid_field_value', param: 'return_to' });
  });

  it('needs a configured issuer', async () => {
    expect((await start(browser(), {}, 'none')).answer.body.error.code).toBe('unknown_issuer');
  });

  it('takes an invitation only for a sign-in', async () => {
    const body = { purpose: 'link', invitation: 'x' };
    expect((await start(browser(), body)).answer.body.error.param).toBe('invitation');
  });
});

describe('a callback', () => {
  it('works once, for one of two at the same time', async () => {
    const client = browser();
    const { url, flow } = await start(client);
    const query = issuer.answer(url);
    const sessions = database.collection('sessions');
    const before = await sessions.countDocuments();
    const arrivals = await Promise.all(
      [browser(), browser()].map((each) => comeBack(service, each, { query, flow })),
    );
    expect(arrivals.map(({ query: { reason = 'none' } }) => reason).sort()).toEqual(['none', 'state']);
    expect(await sessions.countDocuments()).toBe(before + 1);
    expect(await comeBack(service, client, { query, flow })).toEqual(state);
  });

  it.each<[string, (parts: { query: string; flow: string }) => { query: string; flow: string }]>([
    ['an unknown state', ({ flow }) => ({ flow, query: 'code=x&state=unknown' })],
    ['no state', ({ flow }) => ({ flow, query: 'code=x' })],
    ['no cookie', ({ query }) => ({ query, flow: '' })],
    ['the cookie of another browser', ({ query }) => ({ query, flow: `galley_flow=${'x'.repeat(43)}` })],
  ])('with %s begins nothing', async (_what, change) => {
    const client = browser();
    const { url, flow } = await start(client);
    expect(await comeBack(service, client, change({ query: issuer.answer(url), flow }))).toEqual(state);
    expect(client.cookie).toBeNull();
    expect(issuer.requests).not.toContain('/token');
  });

  it('of another issuer’s flow begins nothing', async () => {
    const client = browser();
    const { url, flow } = await start(client);
    const arrival = await comeBack(service, client, { query: issuer.answer(url), flow, name: 'other' });
    expect(arrival.query).toEqual({ error: 'sso_rejected', issuer: 'other', reason: 'state' });
    expect(other.requests).not.toContain('/token');
  });

  it('after 10 minutes begins nothing', async () => {
    const startedAt = Date.parse('2027-03-01T09:00:00.000Z');
    setClock(service, startedAt);
    const client = browser();
    const { url, flow } = await start(client);
    setClock(service, startedAt + 600_000);
    expect(await comeBack(service, client, { query: issuer.answer(url), flow })).toEqual(state);
    setClock(service, Date.now());
  });

  it('works in several tabs of one browser', async () => {
    const client = browser();
    const first = await start(client);
    client.cookie = first.flow;
    const second = await start(client);
    expect(second.flow).toBe(first.flow);
    client.cookie = null;
    for (const { url } of [second, first])
      expect(
        (await comeBack(service, client, { query: issuer.answer(url), flow: first.flow })).query,
      ).toEqual({});
  });

  it('ends an earlier session of the browser', async () => {
    const client = browser();
    await passThrough(service, issuer, client);
    const earlier = client.cookie;
    const csrf = (await client.send('GET', '/session')).body.csrf as string;
    client.csrf = csrf;
    await passThrough(service, issuer, client);
    expect(client.cookie).not.toBe(earlier);
    client.cookie = earlier;
    expect((await client.send('GET', '/session')).body.user).toBeNull();
  });
});

describe('signing out', () => {
  it('returns the page that signs out at the issuer', async () => {
    const client = browser();
    await passThrough(service, issuer, client);
    client.csrf = (await client.send('GET', '/session')).body.csrf as string;
    const answer = await client.send('DELETE', '/session');
    expect(answer.status).toBe(200);
    const { pathname, searchParams } = new URL(answer.body.logout_url as string);
    expect(pathname).toBe('/logout');
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: clientId,
      post_logout_redirect_uri: 'http://galley.test/dashboard/sign-in',
    });
    expect((await client.send('GET', '/session')).body.user).toBeNull();
  });

  it.each(['an issuer without such a page', 'a process that has not met the issuer'])(
    'returns nothing for %s',
    async (what) => {
      const isFresh = what.startsWith('a process');
      if (!isFresh) issuer.behavior.metadata = { end_session_endpoint: undefined };
      const fresh = await startOwnService({ ...variables, MONGODB_DB });
      const signedInAt = isFresh ? service : fresh;
      const browser = new DashboardClient(signedInAt.url);
      await passThrough(signedInAt, issuer, browser);
      const client = Object.assign(new DashboardClient(fresh.url), { cookie: browser.cookie });
      client.csrf = (await client.send('GET', '/session')).body.csrf as string;
      const { data } = (await client.send('GET', '/account/sessions')).body as { data: { method: string }[] };
      expect(data.map(({ method }) => method)).toContain('sso:corp');
      expect((await client.send('DELETE', '/session')).status).toBe(204);
      expect((await client.send('GET', '/session')).body.user).toBeNull();
    },
  );
});

describe('settings', () => {
  it('without an issuer end the sessions that began there', async () => {
    const client = browser();
    await passThrough(service, issuer, client);
    const without = await startOwnService({ MONGODB_DB });
    const elsewhere = new DashboardClient(without.url);
    elsewhere.cookie = client.cookie;
    expect((await elsewhere.send('GET', '/session')).body.user).toBeNull();
  });

  it('without sso reject every start before anything is compared', async () => {
    const without = await startOwnService({ ...variables, SIGN_IN: 'password' });
    const { answer } = await start(new DashboardClient(without.url), {}, 'none');
    expect(answer.body.error).toMatchObject({ code: 'sign_in_method_required', methods: ['password'] });
  });

  it('list the issuers for the sign-in page', async () => {
    const { body } = await browser().send('GET', '/session');
    expect(body.sign_in.issuers).toEqual([
      { name: 'corp', label: 'Acme' },
      { name: 'other', label: 'Acme' },
    ]);
    expect(body.sign_in.methods).toEqual(['password', 'sso:corp', 'sso:other']);
  });

  it('limit the starts of an address', async () => {
    const own = await startOwnService({ ...variables, TRUSTED_PROXY_HOPS: '1' });
    const client = new DashboardClient(own.url);
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const statuses: number[] = [];
    for (let i = 0; i < 61; i += 1) statuses.push((await client.send('POST', '/sso/none', {}, from)).status);
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(statuses[60]).toBe(429);
  });
});
