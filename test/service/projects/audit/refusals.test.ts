import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { RefusalList, RejectionRecord } from '../../../../src/accounts/audit-log/rejections/schema.ts';
import { RejectionCounter } from '../../../../src/accounts/audit-log/rejections/counter.ts';
import { minuteMs } from '../../../../src/contract/time.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { databaseOf } from '../../../support/database.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService({ TRUSTED_PROXY_HOPS: '1' });
const db = databaseOf(service.app.system);
const stored = db.collection<RejectionRecord>('sign_in_refusals');
const start = Date.parse('2027-03-01T09:02:00.000Z');

/** A window of five minutes that no other test has. */
let windows = 0;
function newWindow(): Date {
  windows += 1;
  setClock(service, start + windows * 5 * minuteMs);
  return new Date(start - 2 * minuteMs + windows * 5 * minuteMs);
}

const stranger = { projectId: null, actor: { kind: 'nobody', id: '' } } as const;

const sum = (rows: readonly RejectionRecord[]) =>
  rows.reduce((all, { counts = {} }) => all + Object.values(counts).reduce((n, one) => n + one, 0), 0);

/** The rows of a window once they tell of so many refusals; they are stored about a second later. */
async function countedIn(at: Date, times: number, log = 'installation'): Promise<RejectionRecord[]> {
  const read = () => stored.find({ project_id: log, at }).sort({ _id: 1 }).toArray();
  await vi.waitUntil(async () => sum(await read()) >= times, { timeout: 20_000, interval: 50 });
  const rows = await read();
  expect(sum(rows)).toBe(times);
  return rows.filter(({ counts }) => counts !== undefined);
}

const signIn = (email: string, secret: string, from: string) =>
  new DashboardClient(service.url).send(
    'POST',
    '/session',
    { email, password: secret },
    { 'X-Forwarded-For': from },
  );

describe('refused sign-ins', () => {
  it('are counted by account, network and five minutes', async () => {
    const project = await service.newProject();
    const at = newWindow();
    const owner = await signedIn(service, project.id, 'owner');
    const { user } = (await owner.send('GET', '/session')).body;
    const from = ['203.0.113.7', '203.0.113.250', '2001:db8:1:2::7', '2001:db8:1:ffff::9'];

    for (const address of from)
      expect((await signIn(user.email, 'a wrong password', address)).status).toBe(401);

    const rows = await countedIn(at, 4);
    expect(rows.map(({ actor, network, counts }) => ({ actor, network, counts }))).toEqual(
      ['2001:db8:1::/48', '203.0.113.0/24'].map((network) => ({
        actor: { kind: 'user', id: user.id },
        network,
        counts: { invalid_credentials: 2 },
      })),
    );
    newWindow();
    expect((await signIn(user.email, 'a wrong password', '203.0.113.7')).status).toBe(401);
    await countedIn(new Date(at.getTime() + 5 * minuteMs), 1);
  });

  it('hold nothing of what was typed for an account that does not exist', async () => {
    const at = newWindow();
    const typed = [`hunter-${randomUUID()}`, `secret-${randomUUID()}@example.test`];

    for (const email of typed) await signIn(email, typed[0] ?? '', '198.51.100.4');

    const [row] = await countedIn(at, 2);
    expect(row).toMatchObject({ actor: { kind: 'nobody', id: '' }, network: '198.51.100.0/24' });
    const bytes = JSON.stringify(await stored.find().toArray());
    for (const text of typed)
      for (const part of text.split('-')) if (part.length > 3) expect(bytes).not.toContain(part);
  });

  it('are 200 rows a window and one total, in all processes together', async () => {
    const other = await startOwnService({
      TRUSTED_PROXY_HOPS: '1',
      MONGODB_DB: service.app.config.MONGODB_DB,
    });
    const at = newWindow();
    setClock(other, service.app.clock.now());
    const networks = Array.from({ length: 300 }, (_, n) => `10.${Math.floor(n / 200)}.${n % 200}.9`);

    await Promise.all(
      networks.map(async (from, n) => {
        const by = new DashboardClient(n % 2 === 0 ? service.url : other.url);
        const body = { token: 'x'.repeat(43) };
        const { status } = await by.send('POST', '/links/look', body, { 'X-Forwarded-For': from });
        expect(status).toBe(404);
      }),
    );

    const rows = await countedIn(at, 300);
    expect(rows).toHaveLength(201);
    expect(await stored.countDocuments({ project_id: 'installation', at })).toBe(201);
    const total = rows.find(({ actor }) => actor === undefined);
    expect(total?.counts).toEqual({ invalid_link: 100 });
  }, 60_000);

  it('go after 90 days', async () => {
    const indexes = await stored.indexes();

    const expiring = indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);

    expect(expiring).toMatchObject({ key: { at: 1 }, expireAfterSeconds: 90 * 24 * 60 * 60 });
  });

  it('are answered while they cannot be stored, and counted once they can', async () => {
    const at = newWindow();
    await db.command({ collMod: 'sign_in_refusals', validator: { $expr: false } });
    const counter = new RejectionCounter(service.app.system, { storesAddresses: true });

    const { status, body } = await signIn('nobody@example.test', 'a wrong password', '198.51.101.7');
    counter.count({ code: 'invalid_link', at, ...stranger, address: '203.0.113.1' });
    await expect(counter.flush()).rejects.toThrow('validation');

    expect([status, body.error.code]).toEqual([401, 'invalid_credentials']);
    expect(counter.pendingRows).toBe(1);
    await db.command({ collMod: 'sign_in_refusals', validator: {} });
    await counter.flush();
    const rows = await countedIn(at, 2);
    expect(rows.map(({ network }) => network)).toEqual(['198.51.101.0/24', '203.0.113.0/24']);
  });
});

describe('the counter', () => {
  it('holds a bounded number of rows, whatever comes, and loses no number', async () => {
    const at = newWindow();
    const counter = new RejectionCounter(service.app.system, { storesAddresses: true });

    for (let n = 0; n < 50_000; n += 1)
      counter.count({
        code: 'invalid_credentials',
        at,
        ...stranger,
        address: `10.${Math.floor(n / 250)}.${n % 250}.1`,
      });
    expect(counter.pendingRows).toBeLessThanOrEqual(2_000);
    await counter.flush();

    expect(await countedIn(at, 50_000)).toHaveLength(201);
    expect(counter.pendingRows).toBe(0);
  });

  it('keeps no network where no addresses are kept', async () => {
    const at = newWindow();
    const counter = new RejectionCounter(service.app.system, { storesAddresses: false });

    for (const address of ['203.0.113.9', '198.51.100.9'])
      counter.count({ code: 'invalid_link', at, ...stranger, address });
    await counter.flush();

    expect(await countedIn(at, 2)).toEqual([expect.objectContaining({ network: null })]);
  });
});

describe('what roles, scopes and old proofs forbid', () => {
  it('is counted in the project, and shown to its owners alone', async () => {
    const project = await service.newProject();
    const at = newWindow();
    const author = await signedIn(service, project.id, 'author');
    const owner = await signedIn(service, project.id, 'owner');
    const key = await project.newKey({ scopes: { can: ['read'] } });
    const path = `/projects/${project.id}`;
    const refuse = () => author.send('DELETE', `${path}/v1/authors/aut_1`);

    expect((await refuse()).body.error.code).toBe('role_required');
    expect((await refuse()).body.error.code).toBe('role_required');
    expect((await project.as(key.token).post('/v1/authors', { name: 'Ada' })).status).toBe(403);
    setClock(service, at.getTime() + 4 * minuteMs); // still in the window
    await countedIn(at, 3, project.id);

    const { data } = (await owner.send('GET', `${path}/audit/refusals`)).body as RefusalList;
    expect(data.map(({ actor, counts, count, beyond }) => [actor?.kind, counts, count, beyond])).toEqual([
      ['key', { scope_required: 1 }, 1, false],
      ['user', { role_required: 2 }, 2, false],
    ]);
    expect(data[0]?.actor).toMatchObject({ id: key.keyId, name: 'test' });
    expect((await author.send('GET', `${path}/audit/refusals`)).status).toBe(403);
    expect(await stored.countDocuments({ project_id: 'installation', at })).toBe(0);
  });

  it('is counted where a person has to prove who they are', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    newWindow();
    newWindow();
    const at = newWindow(); // the session is more than ten minutes old

    const refused = await owner.send('POST', `/projects/${project.id}/keys`, {
      name: 'A',
      purpose: 'secret',
    });

    expect(refused.body.error.code).toBe('step_up_required');
    expect(await countedIn(at, 1, project.id)).toEqual([
      expect.objectContaining({ counts: { step_up_required: 1 } }),
    ]);
  });

  it('is listed page by page, the newest first', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const counter = new RejectionCounter(service.app.system, { storesAddresses: true });
    const at = newWindow();
    for (let n = 0; n < 7; n += 1)
      counter.count({
        code: 'role_required',
        at: new Date(at.getTime() - (n % 3) * 5 * minuteMs),
        projectId: project.id,
        actor: { kind: 'user', id: 'usr_1' },
        address: `10.0.${n}.1`,
      });
    await counter.flush();
    const read = async (query: string) =>
      (await owner.send('GET', `/projects/${project.id}/audit/refusals${query}`)).body as RefusalList;

    const first = await read('?limit=4');
    const second = await read(`?limit=4&cursor=${String(first.meta.next_cursor)}`);

    const shown = [...first.data, ...second.data];
    expect(new Set(shown.map(({ id }) => id)).size).toBe(7);
    expect(shown.map(({ at }) => at)).toEqual(
      shown
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect(second.meta).toMatchObject({ has_more: false, next_cursor: null });
  });
});
