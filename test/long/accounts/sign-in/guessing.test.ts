import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService({ TRUSTED_PROXY_HOPS: '1' });
const db = databaseOf(service.app.system);

let addresses = 0;

/** An address that nobody used before. */
function newAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

function guess(email: string, from: string, secret = 'a wrong password', client?: DashboardClient) {
  const by = client ?? new DashboardClient(service.url);
  return by.send('POST', '/session', { email, password: secret }, { 'X-Forwarded-For': from });
}

/** Somebody with a password, and a browser that they signed in from before. */
async function person() {
  const project = await service.newProject();
  await signedIn(service, project.id, 'owner');
  const email = `owner-${project.id}@example.test`;
  const browser = new DashboardClient(service.url);
  const { body } = await guess(email, newAddress(), password, browser);
  browser.csrf = body.csrf;
  expect(browser.browser).toMatch(/^galley_browser=/);
  return { email, browser, project };
}

/** Moves a counter to one below its bound, as that many wrong tries would. */
async function use(pattern: RegExp, points: number) {
  const changed = await db.collection('counters').updateMany({ key: pattern }, { $set: { points } });
  expect(changed.matchedCount).toBe(1);
}

const counters = async (name: string) =>
  db
    .collection<{ key: string; points: number }>('counters')
    .find({ key: { $regex: `^${name}:` } })
    .toArray();

/** Uses up what all strange browsers together have for an account, which its counter knows by a hash. */
async function useUpAccount(email: string) {
  await guess(email, newAddress());
  const hash = createHash('sha256').update(email).digest('base64url');
  await use(new RegExp(`^sign_in_account:${hash}$`), 100);
}

describe('wrong passwords', () => {
  it('are looked at ten times for an account from one address, and not an eleventh, in the same words for nobody', async () => {
    const { email } = await person();
    const answers: Record<string, unknown[]> = {};
    for (const victim of [email, 'nobody-at-all@example.test']) {
      const from = newAddress();
      const sent = [];
      for (let i = 0; i < 11; i += 1) sent.push(await guess(victim, from));
      answers[victim] = sent.map(({ status }) => status);
      const last = sent.at(-1);
      expect(last?.body.error.code).toBe('too_many_attempts');
      expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(Number(last?.headers.get('Retry-After'))).toBeLessThanOrEqual(300);
    }

    expect(Object.values(answers)).toEqual(Array(2).fill([...Array<number>(10).fill(401), 429]));
  }, 60_000);

  it('by many machines never lock out a browser that the person signed in from', async () => {
    const { email, browser } = await person();
    await useUpAccount(email);

    const stranger = await guess(email, newAddress(), password);
    const known = await guess(email, newAddress(), password, browser);

    expect([stranger.status, known.status]).toEqual([429, 200]);
  });

  it('from an address that is refused spend nobody’s tries and make no row', async () => {
    const { email } = await person();
    const from = newAddress();
    await guess('first@example.test', from);
    await use(new RegExp(`^sign_in_address:${from.replaceAll('.', '\\.')}$`), 50);
    const all = () => db.collection('counters').find().sort({ _id: 1 }).toArray();
    const before = await all();

    for (let i = 0; i < 20; i += 1)
      expect((await guess(i % 2 === 0 ? email : `made-up-${i}@example.test`, from)).status).toBe(429);

    expect(await all()).toEqual(before);
    expect((await guess(email, newAddress(), password)).status).toBe(200);
  });

  it('from one /64 of IPv6 are fifty, and from a /48 two hundred, whatever address of it is used', async () => {
    const network = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}`;
    expect((await guess('first@example.test', `${network}:1::7`)).status).toBe(401);
    await use(new RegExp(`^sign_in_address:${network}:1::/64$`), 50);
    expect((await guess('second@example.test', `${network}:1:ffff::8`)).status).toBe(429);
    expect((await guess('second@example.test', `${network}:2::7`)).status).toBe(401);

    await use(new RegExp(`^sign_in_network:${network}::/48$`), 200);

    expect((await guess('third@example.test', `${network}:3::7`)).status).toBe(429);
    expect((await guess('third@example.test', '2001:db9:1:3::7')).status).toBe(401);
  });

  it('are refused before the body is read, whatever it would be', async () => {
    const from = newAddress();
    await guess('first@example.test', from);
    await use(new RegExp(`^sign_in_address:${from.replaceAll('.', '\\.')}$`), 50);

    const response = await fetch(`${service.url}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: '{ this is no JSON',
    });

    expect(response.status).toBe(429);
  });

  it('are no more when they are sent at once', async () => {
    const { email } = await person();
    const from = newAddress();

    const answers = await Promise.all(Array.from({ length: 16 }, () => guess(email, from)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  }, 60_000);

  it('are counted for a known browser by itself, and end with the browsers', async () => {
    const { email, browser } = await person();
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      browser.cookie = null;
      statuses.push((await guess(email, newAddress(), 'a wrong password', browser)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await guess(email, newAddress(), password)).status).toBe(200); // any other browser

    const forged = new DashboardClient(service.url);
    forged.browser = `${browser.browser}x`;
    const from = newAddress();
    await guess('first@example.test', from);
    await use(new RegExp(`^sign_in_address:${from.replaceAll('.', '\\.')}$`), 50);
    expect((await guess(email, from, password, forged)).status).toBe(429);
  }, 60_000);
});

describe('right passwords', () => {
  it('give their tries back, also when an office sends more of them than wrong ones are looked at', async () => {
    const { email } = await person();
    const from = newAddress();

    for (let i = 0; i < 12; i += 1) expect((await guess(email, from, password)).status).toBe(200);

    const address = (await counters('sign_in_address')).find(({ key }) => key.endsWith(`:${from}`));
    expect(address?.points).toBe(0);
  }, 60_000);
});

describe('a known browser', () => {
  it('is a stranger again after a changed password', async () => {
    const { email, browser } = await person();
    const old = browser.browser;
    const changed = await elsewhereChanges(email);
    expect(changed.status).toBe(200);
    await useUpAccount(email);

    browser.cookie = null;
    browser.browser = old;

    expect((await guess(email, newAddress(), 'another long password', browser)).status).toBe(429);
  });
});

/** Changes the password in another browser. */
async function elsewhereChanges(email: string) {
  const client = new DashboardClient(service.url);
  const { body } = await guess(email, newAddress(), password, client);
  client.csrf = body.csrf;
  return client.send('POST', '/account/password', {
    current_password: password,
    new_password: 'another long password',
  });
}
