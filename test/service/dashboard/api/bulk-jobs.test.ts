import { beforeAll, describe, expect, it } from 'vitest';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import { createEntry, dayMs, defineType, expectDone, inMs } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService({ MAX_BULK_ITEMS: '30', BULK_CONCURRENCY: '2' });
await service.app.start();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const at = (path: string) => `/projects/${project.id}${path}`;
const begin = (path: string, body: unknown, client = editor) => client.send('POST', at(path), body);
async function jobs(): Promise<BulkJob[]> {
  return (await editor.send('GET', at('/bulk-jobs'))).body.data as BulkJob[];
}
async function ended(id: string): Promise<BulkJob> {
  const find = async () => (await jobs()).find((job) => job.id === id);
  await expect.poll(async () => (await find())?.status, { timeout: 20_000 }).not.toBe('running');
  return (await find()) as BulkJob;
}
async function done(path: string, body: unknown): Promise<BulkJob> {
  const begun = await begin(path, body);
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  return ended(begun.body.id as string);
}

describe('POST /content/{type}/bulk-jobs', () => {
  it('publishes all that the filter finds, now, as the member, and reports what stayed by its title', async () => {
    await defineType(project, 'page', [
      { key: 'title', type: 'string', required: true },
      { key: 'group', type: 'string' },
    ]);
    for (let i = 0; i < 12; i += 1) await createEntry(project, 'page', { title: `In ${i}`, group: 'in' });
    const later = await createEntry(project, 'page', { title: 'Later', group: 'in' });
    const path = `/v1/content/page/${later.id}`;
    expectDone(await project.secret.patch(path, { publish: true, published_at: inMs(30 * dayMs) }));
    expectDone(await project.secret.patch(path, { publish: false }));
    const other = await createEntry(project, 'page', { title: 'Out', group: 'out' });
    const broken = await editor.send('POST', at('/content/page/entries'), { values: { group: 'in' } });

    const job = await done('/content/page/bulk-jobs?where[group]=in&status=draft', {
      action: 'publish',
      ids: null,
    });

    expect(job).toMatchObject({ status: 'done', total: 14, position: 14, done: 13, failed: 1 });
    expect(job.refusals).toMatchObject([{ id: broken.body.id, code: 'missing_required_field' }]);
    expect((await project.secret.get('/v1/content/page?limit=100')).body.data).toHaveLength(13);
    expect((await project.secret.get(path)).status).toBe(200);
    expect((await project.secret.get(`/v1/content/page/${other.id}`)).status).toBe(404);
    const published = (await project.events()).filter((name) => name === 'content.entry.published');
    expect(published).toHaveLength(13);
    const versions = (await editor.send('GET', at(`/versions/${later.id}`))).body.data;
    expect(versions[0]).toMatchObject({ published: true, author: { name: `editor-${project.id}` } });
  });

  it('deletes named entries into the trash; a title leads to what others link to', async () => {
    await defineType(project, 'leaf', [
      { key: 'title', type: 'string' },
      { key: 'to', type: 'reference', options: { content_type: 'leaf' } },
    ]);
    const target = await createEntry(project, 'leaf', { title: 'Target' });
    await createEntry(project, 'leaf', { title: 'Source', to: target.id });
    const free = await createEntry(project, 'leaf', { title: 'Free' });

    const job = await done('/content/leaf/bulk-jobs', {
      action: 'delete',
      ids: [target.id, free.id, 'ent_00000000000000000000000000'],
    });

    expect(job).toMatchObject({ status: 'done', done: 2, failed: 1 });
    expect(job.refusals).toMatchObject([{ title: 'Target', code: 'entry_referenced' }]);
    const trash = (await editor.send('GET', at('/trash'))).body.data as object[];
    expect(trash).toMatchObject([{ id: free.id, deleted_by: { kind: 'job', name: `editor-${project.id}` } }]);
  });

  it('can’t restore more items at once than the operator allows, and the trash says so', async () => {
    const own = await service.newProject();
    const client = await signedIn(service, own.id, 'editor');
    const send = (method: string, path: string, body?: unknown) =>
      client.send(method, `/projects/${own.id}${path}`, body);
    for (let i = 0; i < 31; i += 1) {
      const { id } = expectDone(await own.secret.post('/v1/authors', { name: `Author ${i}` }));
      await own.secret.delete(`/v1/authors/${id}`);
      const { meta } = (await send('GET', '/trash')).body;
      if (i >= 29) expect([meta.total, meta.total_is_capped]).toEqual([30, i === 30]);
    }
    const restored = await send('POST', '/trash/restore-jobs', {});
    expect(restored.body.error).toMatchObject({
      code: 'bulk_too_large',
      message: 'Select at most 30 items at a time.',
    });
  });

  it('deletes entries that link to each other in a row, whatever their order, and reports those in a circle', async () => {
    const link = async (title: string, to?: string) =>
      (await createEntry(project, 'leaf', { title, ...(to === undefined ? {} : { to }) })).id;
    const last = await link('Last');
    const middle = await link('Middle', last);
    const first = await link('First', middle);
    const one = await link('One');
    const other = await link('Other', one);
    expectDone(await project.secret.patch(`/v1/content/leaf/${one}`, { values: { to: other } }));

    for (const ids of [
      [middle, last, one, other, first],
      [last, one, middle, other, first],
    ]) {
      const job = await done('/content/leaf/bulk-jobs', { action: 'delete', ids });
      expect(job).toMatchObject({ status: 'done', total: 5, position: 5, done: 3, failed: 2 });
      expect(job.refusals.map(({ title, code }) => [title, code])).toEqual([
        ['One', 'entry_referenced'],
        ['Other', 'entry_referenced'],
      ]);
      const restored = await begin('/trash/restore', { ids: [last, middle, first] });
      expect(restored.body).toMatchObject({ done: 3, failed: 0 });
    }
    const few = await begin('/content/leaf/bulk', {
      action: 'delete',
      ids: [last, one, middle, other, first],
    });
    expect(few.body).toMatchObject({ done: 3, failed: 2 });
    const results = few.body.data as { id: string; ok: boolean }[];
    expect(results.map(({ id, ok }) => [id, ok])).toEqual([
      [last, true],
      [one, false],
      [middle, true],
      [other, false],
      [first, true],
    ]);
  });

  it('refuses more than the operator allows, what is no list of ids, and types that there are not', async () => {
    const many = Array.from({ length: 31 }, (_, i) => `ent_${String(i).padStart(26, '0')}`);
    const refused = async (path: string, body: unknown) => {
      const { status, body: answer } = await begin(path, body);
      return [status, answer.error?.code];
    };
    const path = '/content/page/bulk-jobs';

    expect(await refused(path, { action: 'publish', ids: many })).toEqual([400, 'bulk_too_large']);
    const { error } = (await begin(path, { action: 'publish', ids: many })).body;
    expect(error?.message).toBe('Select at most 30 items at a time.');
    expect((await editor.send('GET', at('/bulk-jobs'))).body.items_max).toBe(30);
    expect(await refused(path, { action: 'publish' })).toEqual([400, 'missing_required_field']);
    expect(await refused(path, { action: 'publish', ids: [] })).toEqual([400, 'invalid_field_value']);
    expect(await refused(path, { action: 'burn', ids: null })).toEqual([400, 'invalid_field_value']);
    const nowhere = '/content/nowhere/bulk-jobs';
    expect(await refused(nowhere, { action: 'publish', ids: null })).toEqual([404, 'unknown_content_type']);
    const unknown = `${path}?where[nothing]=1`;
    expect(await refused(unknown, { action: 'publish', ids: null })).toEqual([400, 'unknown_filter_field']);
    expect((await jobs()).every(({ status }) => status === 'done')).toBe(true);
  });
});

describe('POST .../bulk-jobs?dry_run=true', () => {
  const ids = async (type: string) => {
    const now = await createEntry(project, type, { title: 'Now' });
    expectDone(await project.secret.patch(`/v1/content/${type}/${now.id}`, { publish: true }));
    const later = await createEntry(project, type, { title: 'Later' });
    const publish = { publish: true, published_at: inMs(30 * dayMs) };
    expectDone(await project.secret.patch(`/v1/content/${type}/${later.id}`, publish));
    return [now.id, later.id, (await createEntry(project, type, { title: 'Draft' })).id];
  };

  it('counts what readers see now, will see, and do not see, and starts nothing', async () => {
    await defineType(project, 'counted', [{ key: 'title', type: 'string' }]);
    const chosen = await ids('counted');
    const path = '/content/counted/bulk-jobs?dry_run=true';
    const before = await jobs();

    const all = await begin(path, { action: 'unpublish', ids: null });
    expect([all.status, all.body]).toEqual([
      200,
      { action: 'unpublish', total: 3, live: 1, scheduled: 1, drafts: 1 },
    ]);
    const drafts = await begin(`${path}&status=draft`, { action: 'publish', ids: null });
    expect(drafts.body).toEqual({ action: 'publish', total: 1, live: 0, scheduled: 0, drafts: 1 });
    const two = await begin(path, { action: 'delete', ids: [...chosen.slice(0, 2), 'ent_missing'] });
    expect(two.body).toEqual({ action: 'delete', total: 2, live: 1, scheduled: 1, drafts: 0 });
    const set = { values: { title: 'Same' } };
    const changed = await begin(path, { action: 'set', ids: null, set });
    expect(changed.body).toMatchObject({ action: 'set', total: 3 });
    const none = await begin(`${path}&q=nothing`, { action: 'unpublish', ids: null });
    expect(none.body).toMatchObject({ total: 0, live: 0 });

    expect(await jobs()).toEqual(before);
  });

  it('counts articles, and takes as many items as a bulk change', async () => {
    const article = { title: 'Counted', body: { markdown: 'x' }, publish: true };
    const { slug } = expectDone(await project.secret.post('/v1/blog/articles', article));
    const counts = await begin('/blog/bulk-jobs?dry_run=true&q=Counted', { action: 'unpublish', ids: null });
    expect([counts.status, counts.body]).toEqual([
      200,
      { action: 'unpublish', total: 1, live: 1, scheduled: 0, drafts: 0 },
    ]);
    await project.secret.delete(`/v1/blog/articles/${String(slug)}`);

    await defineType(project, 'large', [{ key: 'title', type: 'string' }]);
    for (let i = 0; i < 31; i += 1) {
      await createEntry(project, 'large', { title: String(i) });
      const { status, body } = await begin('/content/large/bulk-jobs?dry_run=true', {
        action: 'delete',
        ids: null,
      });
      if (i < 30) expect([status, body.total]).toEqual([200, i + 1]);
      else expect([status, body.error?.code]).toEqual([400, 'bulk_too_large']);
    }
  });

  it('needs what the bulk change needs', async () => {
    const author = await signedIn(service, project.id, 'author');
    const path = '/content/counted/bulk-jobs?dry_run=true';
    const rejected = await begin(path, { action: 'unpublish', ids: null }, author);
    expect([rejected.status, rejected.body.error?.code]).toEqual([403, 'role_required']);
    const drafts = await begin(path, { action: 'set', ids: null }, author);
    expect([drafts.status, drafts.body.total]).toEqual([200, 3]);
    const live = await begin(
      path,
      { action: 'set', ids: null, set: { values: { title: 'x' }, live: true } },
      author,
    );
    expect([live.status, live.body.error?.code]).toEqual([403, 'role_required']);
    const unknown = await begin('/content/counted/bulk-jobs?dry_run=maybe', { action: 'delete', ids: null });
    expect([unknown.status, unknown.body.error?.code]).toEqual([400, 'invalid_parameter']);
  });
});

describe('a bulk change of articles', () => {
  it.each([
    ['/blog/bulk-jobs', '/v1/blog/articles', async () => ({})],
    [
      '/kb/bulk-jobs',
      '/v1/kb/articles',
      async () => ({
        collection: (await project.secret.post('/v1/kb/collections', { title: 'Help' })).body.id,
      }),
    ],
  ])('publishes, hides and deletes (%s)', async (path, articles, place) => {
    const beside = await place();
    for (const title of ['One bird', 'Two birds', 'A fish'])
      expectDone(await project.secret.post(articles, { title, ...beside }));
    const live = async () => (await project.secret.get(articles)).body.data as { title: string }[];

    expect(await done(`${path}?q=bird`, { action: 'publish', ids: null })).toMatchObject({ done: 2 });
    expect(await live()).toHaveLength(2);
    expect(await done(`${path}?status=published`, { action: 'unpublish', ids: null })).toMatchObject({
      done: 2,
    });
    expect(await live()).toHaveLength(0);
    expect(await done(path, { action: 'delete', ids: null })).toMatchObject({ done: 3, failed: 0 });
  });
});

describe('one bulk change at a time', () => {
  it('is stopped on the way, keeps what is done, and is dismissed when it ended', async () => {
    const own = await service.newProject();
    const theirs = await signedIn(service, own.id, 'editor');
    const send = (method: string, path: string, body?: unknown) =>
      theirs.send(method, `/projects/${own.id}${path}`, body);
    await defineType(own, 'page', { title: 'string' });
    for (let i = 0; i < 30; i += 1) await createEntry(own, 'page', { title: `Page ${i}` });
    const change = { action: 'publish', ids: null };

    const { id } = (await send('POST', '/content/page/bulk-jobs', change)).body as { id: string };
    const second = await send('POST', '/content/page/bulk-jobs', change);
    expect([second.status, second.body.error.code]).toEqual([409, 'bulk_job_running']);
    expect((await send('DELETE', `/bulk-jobs/${id}`)).body.error.code).toBe('bulk_job_running');
    expect((await editor.send('POST', at(`/bulk-jobs/${id}/stop`))).body.error.code).toBe('unknown_bulk_job');
    const stopped = (await send('POST', `/bulk-jobs/${id}/stop`)).body as BulkJob;
    expect(stopped.status).toBe('stopped');

    await done('/content/page/bulk-jobs', { action: 'unpublish', ids: null }); // later steps would have come by now
    const [after] = (await send('GET', '/bulk-jobs')).body.data as BulkJob[];
    expect(after).toEqual(stopped);
    const live = (await own.secret.get('/v1/content/page?limit=100')).body.data as object[];
    expect(live).toHaveLength(stopped.done);
    expect((await send('DELETE', `/bulk-jobs/${id}`)).status).toBe(204);
    expect((await send('GET', '/bulk-jobs')).body.data).toEqual([]);
  });
});
