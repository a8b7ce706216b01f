import { TOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/contract/time.ts';
import { hashOfToken } from '../../../../src/core/util/token-hash.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { databaseOf } from '../../../support/database.ts';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const rows = databaseOf(service.app.system);
const start = Date.parse('2027-03-01T09:00:00.000Z');

/** The code of an app that has this secret. */
const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** A person with an app in an own project, its secret and recovery codes, and the session that added it. */
async function guarded() {
  setClock(service, start);
  const project = await service.newProject();
  const client = await signedIn(service, project.id, 'owner');
  const email = `owner-${project.id}@example.test`;
  const offered = await client.send('POST', '/account/totp');
  expect(offered.status).toBe(201);
  const { secret, uri } = offered.body as { secret: string; uri: string };
  expect(uri).toContain(`secret=${secret}`);
  const confirmed = await client.send('POST', '/account/totp/confirm', { code: codeAt(secret, start) });
  expect(confirmed.status).toBe(200);
  const codes = confirmed.body.recovery_codes as string[];
  setClock(service, start + minuteMs);
  return { project, client, email, secret, codes, now: start + minuteMs };
}

/** The first half of a sign-in. */
async function ticketOf(email: string, by = new DashboardClient(service.url)) {
  const { status, body } = await by.signIn(email);
  expect([status, body.error.code]).toEqual([401, 'second_factor_required']);
  return { by, ticket: String(body.error.ticket), methods: body.error.methods as string[] };
}

const complete = (by: DashboardClient, ticket: string, code: string) =>
  by.send('POST', '/session/second-factor', { ticket, code });

describe('an authenticator app', () => {
  it('is asked for after the password, and there is no session before', async () => {
    const { email, secret, now } = await guarded();
    const { by, ticket, methods } = await ticketOf(email);
    expect(methods).toEqual(['totp', 'recovery_code']);
    expect([by.cookie, by.browser]).toEqual([null, null]);

    const wrong = await complete(by, ticket, '000000');
    const right = await complete(by, ticket, ` ${codeAt(secret, now).replace(/(...)/, '$1 ')}`);

    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_second_factor']);
    expect([right.status, right.body.user.email]).toEqual([200, email]);
    expect(right.body.second_factor).toEqual({ recovery_codes_left: 10 });
    by.csrf = right.body.csrf;
    expect((await complete(by, ticket, codeAt(secret, now))).status).toBe(401); // the ticket is used
  });

  it('ends all other sessions and browsers when it is added, and signs in by password alone once removed', async () => {
    setClock(service, start);
    const project = await service.newProject();
    const other = await signedIn(service, project.id, 'owner');
    const email = `owner-${project.id}@example.test`;
    const client = new DashboardClient(service.url);
    await client.signIn(email);
    const { secret } = (await client.send('POST', '/account/totp')).body;
    await client.send('POST', '/account/totp/confirm', { code: codeAt(secret, start) });
    expect((await other.send('GET', '/session')).body.user).toBeNull();
    expect((await client.send('GET', '/session')).body.user.email).toBe(email);
    const again = await client.send('POST', '/account/totp');
    expect(again.body.error.code).toBe('second_factor_set');

    expect((await client.send('DELETE', '/account/totp')).status).toBe(204);

    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(200);
  });

  it('is added by a code of its own alone', async () => {
    setClock(service, start);
    const project = await service.newProject();
    const client = await signedIn(service, project.id, 'owner');
    const confirm = (code: string) => client.send('POST', '/account/totp/confirm', { code });
    expect((await confirm('123456')).body.error.code).toBe('invalid_second_factor'); // none was offered
    const first = (await client.send('POST', '/account/totp')).body.secret;
    const { secret } = (await client.send('POST', '/account/totp')).body;
    expect((await confirm(codeAt(first, start))).body.error.code).toBe('invalid_second_factor');
    expect((await confirm(codeAt(secret, start + 5 * minuteMs))).status).toBe(401);

    for (const code of ['１２３４５６', '٣٣٣٣٣٣', '12345', '1234567', 'abcdef'])
      expect((await confirm(code)).body.error.code, code).toBe('invalid_second_factor');
    expect((await confirm(codeAt(secret, start - 30_000))).status).toBe(200);
  });

  it.each([
    [-60_000, 401],
    [-30_000, 200],
    [30_000, 200],
    [60_000, 401],
  ])('takes the codes of the steps beside the present one: %d ms off is %d', async (off, status) => {
    const { email, secret, now } = await guarded();
    const { by, ticket } = await ticketOf(email);

    expect((await complete(by, ticket, codeAt(secret, now + off))).status).toBe(status);
  });

  it('takes each code once, and none before one that was used', async () => {
    const { email, secret, now } = await guarded();
    const first = await ticketOf(email);
    const code = codeAt(secret, now);
    expect((await complete(first.by, first.ticket, code)).status).toBe(200);

    for (const used of [code, codeAt(secret, now - 30_000)]) {
      const { by, ticket } = await ticketOf(email);
      expect((await complete(by, ticket, used)).body.error.code).toBe('invalid_second_factor');
    }
  });

  it('is of no use to an older version: it finds no password', async () => {
    const { email } = await guarded();

    const row = await rows.collection('users').findOne({ email });

    expect(row?.['password']).toMatch(/\$2fa$/);
    expect(JSON.stringify(row)).not.toContain('secret":"[A-Z2-7]{32}');
  });
});

describe('a recovery code', () => {
  it('works once, however it is typed', async () => {
    const { email, codes } = await guarded();
    const typed = String(codes[3]).toUpperCase().replaceAll('-', ' ');
    expect(new Set(codes).size).toBe(10);
    const one = await ticketOf(email);
    const used = await complete(one.by, one.ticket, typed);
    expect(used.body.second_factor).toEqual({ recovery_codes_left: 9 });

    const two = await ticketOf(email);

    expect((await complete(two.by, two.ticket, String(codes[3]))).status).toBe(401);
    expect((await complete(two.by, two.ticket, String(codes[4]))).status).toBe(200);
  });

  it('is the way in for a strange browser after a hundred wrong codes', async () => {
    const { email, secret, codes, now } = await guarded();
    await rows.collection('users').updateOne({ email }, { $set: { 'totp.wrong': 100 } });
    const { by, ticket, methods } = await ticketOf(email);
    expect(methods).toEqual(['recovery_code']);
    expect((await complete(by, ticket, codeAt(secret, now))).status).toBe(401);

    expect((await complete(by, ticket, String(codes[0]))).status).toBe(200);

    expect((await ticketOf(email)).methods).toEqual(['totp', 'recovery_code']);
  });
});

describe('guesses at codes', () => {
  it('are five with one ticket, which lasts five minutes', async () => {
    const { email, secret, now } = await guarded();
    const { by, ticket } = await ticketOf(email);
    for (let i = 0; i < 5; i += 1) expect((await complete(by, ticket, `00000${i}`)).status).toBe(401);
    expect((await complete(by, ticket, codeAt(secret, now))).status).toBe(401);
    const late = await ticketOf(email);

    setClock(service, now + 5 * minuteMs);

    const code = codeAt(secret, now + 5 * minuteMs);
    expect((await complete(late.by, late.ticket, code)).status).toBe(401);
  });

  it('are twenty a day from strange browsers; a known one has its own', async () => {
    const { email, secret, now, client } = await guarded();
    const known = new DashboardClient(service.url);
    known.browser = client.browser;
    const first = await ticketOf(email);
    expect((await complete(first.by, first.ticket, '000000')).status).toBe(401);
    const userId = (await rows.collection('users').findOne({ email }))?._id;
    const counter = { key: `second_factor:${String(userId)}` };
    const used = await rows.collection('counters').updateOne(counter, { $inc: { points: 18 } });
    expect(used.modifiedCount).toBe(1);
    const last = await ticketOf(email);
    expect((await complete(last.by, last.ticket, '000000')).status).toBe(401); // the twentieth
    const { by, ticket } = await ticketOf(email);

    const refused = await complete(by, ticket, codeAt(secret, now));

    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_attempts']);
    const own = await ticketOf(email, known);
    expect((await complete(own.by, own.ticket, codeAt(secret, now))).status).toBe(200);
  });
});

describe('a thousand guesses at the codes of one account', () => {
  it(
    'are twenty that are looked at in a day, whatever tickets they come with',
    { timeout: 120_000 },
    async () => {
      const { email, secret, now } = await guarded();
      const userId = String((await rows.collection('users').findOne({ email }))?._id);
      const tickets = Array.from({ length: 200 }, (_, n) => `a ticket of the day ${n} for ${userId}`);
      const expires_at = new Date(now + 5 * minuteMs);
      const stored = tickets.map((ticket) => ({
        _id: hashOfToken(ticket),
        user_id: userId,
        tries: 0,
        expires_at,
      }));
      await rows.collection<{ _id: string }>('sign_in_tickets').insertMany(stored);
      const wrongAtOnce = () =>
        rows.collection('users').findOne({ email }, { projection: { 'totp.wrong': 1 } });

      const statuses: number[] = [];
      for (const ticket of tickets) {
        const tries = Array.from({ length: 5 }, (_, n) =>
          complete(new DashboardClient(service.url), ticket, `00000${n}`),
        );
        statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
      }

      expect([statuses.length, statuses.filter((status) => status === 401).length]).toEqual([1_000, 20]);
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      expect((await wrongAtOnce())?.['totp'].wrong).toBe(20);
      const { by, ticket } = await ticketOf(email);
      expect((await complete(by, ticket, codeAt(secret, now))).status).toBe(429); // the right one, too
    },
  );
});

describe('a link to an account with an app', () => {
  it('that sets a password still asks for a code; one that recovers removes the app', async () => {
    const { project, client, email, secret, now } = await guarded();
    const { user } = (await client.send('GET', '/session')).body;
    const owner = await signedIn(service, project.id, 'owner', `second-${project.id}@example.test`);
    const use = async (kind: string, by: DashboardClient) => {
      const made = await owner.send('POST', `/projects/${project.id}/members/${user.id}/link`, { kind });
      const token = String(made.body.url).split('#')[1];
      return by.send('POST', '/links/use', { token, password });
    };
    const one = new DashboardClient(service.url);
    const reset = await use('reset', one);
    expect([reset.status, reset.body.error.code]).toEqual([401, 'second_factor_required']);
    expect((await complete(one, reset.body.error.ticket, codeAt(secret, now))).status).toBe(200);

    expect((await use('recover', new DashboardClient(service.url))).status).toBe(200);

    expect((await new DashboardClient(service.url).signIn(email)).status).toBe(200);
  });
});
