import { describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../../support/client.ts';
import { defineType, expectDone } from '../../support/content.ts';
import { DashboardClient, signedIn } from '../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../support/service.ts';
import { databaseOf } from '../../support/database.ts';

const service = await startOwnService();
const db = databaseOf(service.app.system);
const withKey = (key: string) => ({ 'Idempotency-Key': key });
const entries = '/v1/content/page/entries';
/** Text that packs badly. */
const long = Array.from({ length: 40_000 }, (_, n) => `${n} ${Math.random().toString(36)}`)
  .join(' ')
  .slice(0, 1_000_000);

async function newPages(): Promise<TestProject> {
  const project = await service.newProject();
  const fields = Array.from({ length: 20 }, (_, n) => ({ key: `text${n}`, type: 'text' }));
  await defineType(project, 'page', fields);
  return project;
}

const largeEntry = {
  values: Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`text${n}`, long.slice(n * 49_000, n * 49_000 + 49_000)]),
  ),
};

/** Bytes that a project's kept answers take. */
async function keptBytes({ id }: TestProject): Promise<number> {
  const [found] = await db
    .collection('idempotency')
    .aggregate<{ bytes: number }>([
      { $match: { project_id: id } },
      { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
    ])
    .toArray();
  return found?.bytes ?? 0;
}

const isReplayed = ({ headers }: ApiAnswer) => headers.get('Idempotency-Replayed') === 'true';

describe('answers that are kept for an Idempotency-Key', () => {
  it('take little when they are large, and are given again byte for byte while the entry is as it was', async () => {
    const project = await newPages();
    const first = await project.secret.post(entries, largeEntry, withKey('k'));

    const again = await project.secret.post(entries, largeEntry, withKey('k'));

    expect(first.status).toBe(201);
    expect(first.text.length).toBeGreaterThan(700_000);
    expect(await keptBytes(project)).toBeLessThan(64 * 1024);
    expect(isReplayed(again)).toBe(true);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
  });

  it('are made from the version of their revision when the entry has moved since', async () => {
    const project = await newPages();
    const first = await project.secret.post(entries, { ...largeEntry, publish: true }, withKey('k'));
    expectDone(await project.secret.patch(`/v1/content/page/${first.body.id}`, { values: { text0: 'new' } }));

    const again = await project.secret.post(entries, { ...largeEntry, publish: true }, withKey('k'));

    expect(isReplayed(again)).toBe(true);
    expect(again.text).toBe(first.text);
  });

  it('say status, id, revision and headers, and that the body was not kept, when that version is gone', async () => {
    const project = await newPages();
    const first = await project.secret.post(entries, largeEntry, withKey('k'));
    await project.secret.delete(`/v1/content/page/${first.body.id}`);

    const again = await project.secret.post(entries, largeEntry, withKey('k'));

    expect(again.status).toBe(201);
    expect(isReplayed(again)).toBe(true);
    expect(again.body).toMatchObject({
      id: first.body.id,
      revision: 1,
      meta: { warnings: [expect.objectContaining({ code: 'body_not_kept' })] },
    });
    expect(again.body).not.toHaveProperty('values');
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
  });

  it.each([
    ['/v1/blog/articles', {}],
    ['/v1/kb/articles', { collection: true }],
  ])('of %s are made anew with their text', async (path, more) => {
    const project = await service.newProject();
    const shelf =
      'collection' in more
        ? expectDone(await project.secret.post('/v1/kb/collections', { title: 'A' }))
        : null;
    const body = {
      markdown: Array.from({ length: 900 }, (_, n) => `Paragraph ${n} ${'word '.repeat(20)}`).join('\n\n'),
    };
    const sent = { title: 'Long', body, ...(shelf === null ? {} : { collection: shelf.id }) };
    const first = await project.secret.post(path, sent, withKey('k'));

    const again = await project.secret.post(path, sent, withKey('k'));

    expect(first.status).toBe(201);
    expect(await keptBytes(project)).toBeLessThan(64 * 1024);
    expect(isReplayed(again)).toBe(true);
    expect(again.text).toBe(first.text);
  });

  it('are not kept at all for a trial: it is simply run again', async () => {
    const project = await newPages();
    const trial = () => project.secret.post(`${entries}?dry_run=true`, largeEntry, withKey('k'));
    const [first, second] = [await trial(), await trial()];

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(isReplayed(second)).toBe(false);
    expect(await keptBytes(project)).toBe(0);
    const real = await project.secret.post(entries, largeEntry, withKey('k'));
    expect([real.status, isReplayed(real)]).toEqual([201, false]);
  });

  it('of a person belong to one project: the same key in another one is another key', async () => {
    const [one, two] = [await newPages(), await newPages()];
    const email = `both-${one.id}@example.test`;
    const first = await signedIn(service, one.id, 'owner', email);
    await signedIn(service, two.id, 'owner', email);
    const create = (client: DashboardClient, { id }: TestProject) =>
      client.send('POST', `/projects/${id}${entries}`, { values: { text0: 'a' } }, withKey('k'));

    const [a, b] = [await create(first, one), await create(first, two)];

    expect([a.status, b.status]).toEqual([201, 201]);
    expect(a.body.id).not.toBe(b.body.id);
  });
});
