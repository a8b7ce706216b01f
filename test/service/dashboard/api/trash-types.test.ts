import { beforeEach, describe, expect, it } from 'vitest';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import type { TrashItem, TrashList } from '../../../../src/lifecycle/trash/schema.ts';
import { sweepTrash, trimTrash } from '../../../../src/lifecycle/trash/expiry.ts';
import { assembly } from '../../../support/assembly.ts';
import { createEntry, dayMs, expectDone, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
await service.app.start();
const db = databaseOf(service.app.system);

let project: TestProject;
let owner: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
});

const send = (method: string, path: string, body?: unknown, client = owner) =>
  client.send(method, `/projects/${project.id}${path}`, body);
const trash = async (query = '') => expectDone(await send('GET', `/trash${query}`)) as TrashList;
const rowOf = async (kind: string) => {
  const row = (await trash(`?kind=${kind}`)).data[0];
  if (row === undefined) throw new Error(`no ${kind} in the trash`);
  return row;
};
const restore = async ({ trash_id: id }: TrashItem, publish = false) =>
  (await send('POST', '/trash/restore', { ids: [id], publish })).body;
const define = (slug: string, fields: object[], also: object = {}) =>
  project.secret.put(`/v1/schema/content-types/${slug}`, { name: slug, fields, ...also });
const deleteType = async (slug: string) => {
  expect((await send('DELETE', `/content-types/${slug}`, { confirm: slug })).status).toBe(204);
  const types = db.collection('content_types');
  await expect
    .poll(() => types.countDocuments({ project_id: project.id, slug }), { timeout: 20_000 })
    .toBe(0);
};
const endedJob = async (): Promise<BulkJob> => {
  const newest = async () => ((await send('GET', '/bulk-jobs')).body.data as BulkJob[])[0];
  await expect.poll(async () => (await newest())?.status, { timeout: 30_000 }).not.toBe('running');
  return (await newest()) as BulkJob;
};
const title = { key: 'title', type: 'string' };
const storedEntries = (type: string) =>
  db.collection('entries').countDocuments({ project_id: project.id, type });

describe('a deleted content type', () => {
  it('is restored under its slug with its entries, by a job', async () => {
    expectDone(await define('story', [title, { key: 'note', type: 'text' }], { name: 'Story' }));
    const live = await publishEntry(project, 'story', { title: 'Live', note: 'Seen' });
    const { id: draft } = await createEntry(project, 'story', { title: 'Draft' });
    await send('PATCH', `/content/story/entries/${live}`, { values: { title: 'Changed' } });
    const before = (await send('GET', `/content/story/entries/${live}`)).body;
    const versions = (await send('GET', `/versions/${live}`)).body.data;
    await deleteType('story');

    expect(refusal(await project.secret.get('/v1/content/story'))[1]).toBe('unknown_content_type');
    const list = await trash();
    expect(list.data).toMatchObject([
      { id: 'story', kind: 'type', type: null, title: 'Story', entries: 2, was_live: true },
    ]);
    expect(list.meta.total).toBe(3);
    expect(await restore({ ...(await rowOf('type')), trash_id: 'story' })).toMatchObject({
      data: [{ error: { code: 'not_in_trash' } }],
    });
    const events = db.collection('events');
    const eventsOf = () => events.countDocuments({ project_id: project.id, name: 'content.type.updated' });
    const eventsBefore = await eventsOf();

    expect(await restore(await rowOf('type'))).toMatchObject({ done: 1, failed: 0 });
    expect(await endedJob()).toMatchObject({
      ...{ kind: 'trash', type: 'story', action: 'restore', status: 'done', total: 2, done: 2, failed: 0 },
    });

    expect(await eventsOf()).toBe(eventsBefore + 1);
    expect((await trash()).data).toEqual([]);
    const after = (await send('GET', `/content/story/entries/${live}`)).body;
    expect(after).toMatchObject({ status: 'draft', draft: before.draft });
    expect((await send('GET', `/versions/${live}`)).body.data).toEqual(expect.arrayContaining(versions));
    const drafts = expectDone(await project.secret.get('/preview/v1/content/story?status=draft')).data;
    expect(pluck(drafts, 'id').sort()).toEqual([live, draft].sort());
  });

  it('returns with what readers saw, a singleton too, if `publish` is sent', async () => {
    expectDone(await define('home', [title], { kind: 'singleton' }));
    expectDone(await project.secret.put('/v1/content/home', { values: { title: 'Hello' }, publish: true }));
    const before = expectDone(await project.publishable.get('/v1/content/home')).values;
    await deleteType('home');
    await restore(await rowOf('type'), true);
    expect(await endedJob()).toMatchObject({ done: 1, failed: 0 });
    expect(expectDone(await project.publishable.get('/v1/content/home')).values).toEqual(before);
  });

  it('waits for the types and blocks that its fields name, and for its slug', async () => {
    expectDone(await define('story', [title], { name: 'Story' }));
    expectDone(await project.secret.put('/v1/schema/blocks/hero', { name: 'Hero', fields: [title] }));
    const refers = { key: 'to', type: 'reference', options: { content_type: 'story' } };
    const parts = { key: 'parts', type: 'blocks', options: { blocks: ['hero'] } };
    expectDone(await define('page', [title, refers, parts]));
    await deleteType('page');
    await deleteType('story');
    expect((await send('DELETE', '/blocks/hero', { confirm: 'hero' })).status).toBe(204);
    const page = (await trash()).data.find(({ id }) => id === 'page') as TrashItem;
    const reasonOf = async (row: TrashItem) =>
      (await restore(row)).data[0].error?.message as string | undefined;

    expect(await reasonOf(page)).toContain('Restore the type “Story” first');
    const story = (await trash()).data.find(({ id }) => id === 'story') as TrashItem;
    expect(await reasonOf(story)).toBeUndefined();
    expect(await reasonOf(page)).toContain('Restore the block “Hero” first');
    expect(await reasonOf(await rowOf('block'))).toBeUndefined();
    expect(expectDone(await project.secret.get('/v1/schema/blocks')).data).toMatchObject([{ slug: 'hero' }]);
    expectDone(await define('page', [title]));
    expect(await reasonOf(page)).toContain('the content type "page" exists again');
    await deleteType('page');
    expect((await trash('?kind=type')).data).toHaveLength(2);
    expect(await reasonOf(page)).toBeUndefined();
    const [type] = (expectDone(await project.secret.get('/v1/schema/content-types')).data as any[]).filter(
      ({ slug }) => slug === 'page',
    );
    expect(pluck(type.fields, 'key')).toEqual(['title', 'to', 'parts']);
  });

  it('is restored by owners only, in the release from which it was deleted', async () => {
    expectDone(await define('story', [title]));
    await deleteType('story');
    const row = await rowOf('type');
    const editor = await signedIn(service, project.id, 'editor');
    const asEditor = await send('POST', '/trash/restore', { ids: [row.trash_id] }, editor);
    expect(asEditor.body.data[0].error.code).toBe('role_required');
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    expect((await trash(`?release=${id}`)).data).toEqual([]);
    expect((await restore(row)).done).toBe(1);
  });

  it('is removed for good with its entries and their versions', async () => {
    expectDone(await define('story', [title]));
    const { body } = await send('POST', '/content/story/entries', { values: { title: 'One' } });
    await createEntry(project, 'story', { title: 'Two' });
    await deleteType('story');
    const rows = () => db.collection('trash').countDocuments({ project_id: project.id });
    const versions = () => db.collection('versions').countDocuments({ item: { $regex: `${body.id}$` } });
    expect([await rows(), (await versions()) > 0]).toEqual([3, true]);
    const row = await rowOf('type');

    const editor = await signedIn(service, project.id, 'editor');
    const asEditor = await send('POST', '/trash/remove', { ids: [row.trash_id] }, editor);
    expect(asEditor.body.data[0].error.code).toBe('role_required');
    expect((await send('POST', '/trash/remove', { ids: [row.trash_id] })).body.done).toBe(1);
    expect((await trash()).data).toEqual([]);
    expect((await restore(row)).data[0].error.code).toBe('not_in_trash');
    const { system, clock } = service.app;
    await sweepTrash(system, assembly.trashKinds, clock.now());
    await sweepTrash(system, assembly.trashKinds, clock.now());
    expect([await rows(), await versions()]).toEqual([0, 0]);
  });

  it('counts with its entries toward the maximum, and the newest deletion stays', async () => {
    expectDone(await define('story', [title]));
    for (const name of ['One', 'Two', 'Three']) await createEntry(project, 'story', { title: name });
    await deleteType('story');
    const { id } = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' }));
    await project.secret.delete(`/v1/authors/${id}`);
    const { system, clock } = service.app;
    const now = clock.now();
    await trimTrash(system, 5, now);
    await sweepTrash(system, assembly.trashKinds, now);
    expect(pluck((await trash()).data, 'id')).toEqual([id, 'story']);
    await trimTrash(system, 4, now);
    await sweepTrash(system, assembly.trashKinds, now);
    expect(await db.collection('trash').countDocuments({ project_id: project.id })).toBe(1);
    await trimTrash(system, 0, now);
    await sweepTrash(system, assembly.trashKinds, now);
    expect(pluck((await trash()).data, 'id')).toEqual([id]);
  });

  it('leaves its entries in the trash if the job is stopped', async () => {
    expectDone(await define('story', [title]));
    for (let i = 0; i < 3; i += 1) await createEntry(project, 'story', { title: `Story ${i}` });
    await deleteType('story');
    const rows = db.collection('trash');
    await rows.updateMany({ project_id: project.id, kind: 'entry' }, { $set: { expires_at: new Date(0) } });
    await restore(await rowOf('type'));
    await endedJob();
    const later = new Date(Date.now() + dayMs);
    await rows.updateMany({ project_id: project.id }, { $set: { expires_at: later } });
    const { system, clock } = service.app;
    await sweepTrash(system, assembly.trashKinds, clock.now());
    const list = await trash();
    expect(list.data).toMatchObject([{ kind: 'entry' }, { kind: 'entry' }, { kind: 'entry' }]);
    const ids = pluck(list.data, 'id');
    expect((await send('POST', '/trash/restore', { ids })).body.done).toBe(3);
    expect(await storedEntries('story')).toBe(3);
  });
});

describe('a restore job', () => {
  it('restores everything that matches, types before their entries, and publishes what was live', async () => {
    expectDone(await define('story', [title]));
    const live = await publishEntry(project, 'story', { title: 'Live' });
    const { id: collection } = expectDone(await project.secret.post('/v1/kb/collections', { title: 'Help' }));
    const { id: article } = expectDone(
      await project.secret.post('/v1/kb/articles', { title: 'How', collection, publish: true }),
    );
    await send('DELETE', `/v1/kb/articles/${article}`);
    await send('DELETE', `/v1/kb/collections/${collection}`);
    await deleteType('story');
    const { meta } = await trash();
    expect(meta.total).toBe(4);

    const started = await send('POST', '/trash/restore-jobs', { publish: true });
    expect([started.status, started.body]).toMatchObject([
      201,
      { kind: 'trash', action: 'restore', total: 4 },
    ]);
    expect(await endedJob()).toMatchObject({ done: 4, failed: 0, refusals: [] });

    expect((await trash()).data).toEqual([]);
    expect((await project.publishable.get(`/v1/content/story/${live}`)).status).toBe(200);
    expect((await project.publishable.get(`/v1/kb/articles/${article}`)).status).toBe(200);
  });

  it('restores only what matches the filters, and reports what it could not restore', async () => {
    const author = await signedIn(service, project.id, 'author');
    const { id } = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' }));
    const { id: other } = expectDone(await project.secret.post('/v1/authors', { name: 'Bea' }));
    await project.secret.delete(`/v1/authors/${id}`);
    await send('DELETE', `/v1/authors/${other}`);
    const [mine] = (await trash()).data;

    const asAuthor = await send('POST', `/trash/restore-jobs?by=${mine?.deleted_by.id}`, {}, author);
    expect(asAuthor.body).toMatchObject({ total: 1 });
    expect(await endedJob()).toMatchObject({
      ...{ done: 0, failed: 1, status: 'done' },
      refusals: [{ title: 'Bea', code: 'role_required' }],
    });
    const publishing = await send('POST', '/trash/restore-jobs', { publish: true }, author);
    expect(publishing.body.error.code).toBe('role_required');
    expect((await send('POST', '/trash/restore-jobs?since=never', {})).body.error.param).toBe('since');
    await send('POST', `/trash/restore-jobs?by=${mine?.deleted_by.id}`, {});
    expect(await endedJob()).toMatchObject({ done: 1, failed: 0 });
    expect(pluck((await trash()).data, 'title')).toEqual(['Ada']);
  });

  it('is one at a time, as other bulk changes', async () => {
    expectDone(await define('story', [title]));
    await createEntry(project, 'story', { title: 'One' });
    await deleteType('story');
    const row = await rowOf('type');
    const jobs = db.collection<{ _id: string; project_id: string }>('bulk_jobs');
    const { body } = await send('POST', '/blog/bulk-jobs', { action: 'publish', ids: null });
    await endedJob();
    const far = new Date(Date.now() + dayMs);
    const hold = { status: 'running', holder: 'another process', held_until: far };
    await jobs.updateOne({ _id: body.id, project_id: project.id }, { $set: hold });
    expect((await restore(row)).data[0].error.code).toBe('bulk_job_running');
    expect(refusal(await send('POST', '/trash/restore-jobs', {})).slice(0, 2)).toEqual([
      409,
      'bulk_job_running',
    ]);
    await jobs.updateOne({ _id: body.id, project_id: project.id }, { $set: { status: 'done' } });
    expect((await restore(row)).done).toBe(1);
    expect(await endedJob()).toMatchObject({ done: 1 });
  });
});
