import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { createEntry, dayMs, defineType, inMs, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
/** The same service two days later: another process on the same database whose clock is ahead. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});

const typeDefined = 'content.type.updated';
const published = 'content.entry.published';
const updated = 'content.entry.updated';
const unpublished = 'content.entry.unpublished';
const deleted = 'content.entry.deleted';

async function newPages(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  return project;
}

function inTwoDays(project: TestProject): ApiClient {
  return new ApiClient(later.url, project.secret.token);
}

const at = (id: string) => `/v1/content/page/${id}`;

describe('states and transitions of an entry', () => {
  it('create, edit, publish, edit, hide, publish again, delete: the events of each', async () => {
    const project = await newPages();
    const { id } = await createEntry(project, 'page', { title: 'A' });
    await project.secret.patch(at(id), { values: { title: 'B' } });
    expect(await project.events()).toEqual([typeDefined]);

    await project.secret.patch(at(id), { publish: true });
    await project.secret.patch(at(id), { values: { title: 'C' } });
    await project.secret.patch(at(id), { publish: false });
    await project.secret.patch(at(id), { values: { title: 'D' } });
    await project.secret.patch(at(id), { publish: true });
    await project.secret.delete(at(id));

    expect(await project.events()).toEqual([
      typeDefined,
      published,
      updated,
      unpublished,
      published,
      deleted,
    ]);
  });

  it('tells of an entry by id, type, title, state, dates, revision and where to fetch it', async () => {
    const project = await newPages();
    const entry = await createEntry(project, 'page', { title: 'A' }, { publish: true });
    const hidden = (await project.secret.patch(at(entry.id), { publish: false })).body;
    await project.secret.delete(at(entry.id));

    const [, first, second, third] = await project.eventData();

    const same = {
      id: entry.id,
      type: 'page',
      title: 'A',
      published_at: entry.published_at,
      url: at(entry.id),
    };
    expect(first).toEqual({ ...same, status: 'published', updated_at: entry.updated_at, revision: 1 });
    expect(second).toEqual({ ...same, status: 'draft', updated_at: hidden.updated_at, revision: 2 });
    expect(third).toMatchObject({ ...same, status: 'draft', revision: 3 });
  });

  it('tells of a singleton by the address of its type', async () => {
    const project = await service.newProject();
    await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
    await project.secret.put('/v1/content/home', { values: { title: 'A' }, publish: true });

    expect((await project.eventData())[1]).toMatchObject({ type: 'home', url: '/v1/content/home' });
  });

  it('publish: false answers not-published to readers and keeps the draft', async () => {
    const project = await newPages();
    const id = await publishEntry(project, 'page', { title: 'A' });

    const hidden = await project.secret.patch(at(id), { publish: false, values: { title: 'B' } });

    expect(hidden.body).toMatchObject({
      status: 'draft',
      values: { title: 'B' },
      live_revision: null,
      has_unpublished_changes: true,
    });
    expect(refusal(await project.publishable.get(at(id)))).toEqual([404, 'entry_not_published', undefined]);
    expect((await project.publishable.get('/v1/content/page')).body.data).toEqual([]);
    const again = await project.secret.patch(at(id), { publish: true });
    expect(again.body).toMatchObject({ values: { title: 'B' }, published_at: hidden.body.published_at });
  });

  it('hiding what is hidden says nothing', async () => {
    const project = await newPages();
    const { id } = await createEntry(project, 'page', { title: 'A' });

    expect((await project.secret.patch(at(id), { publish: false })).status).toBe(200);
    expect(await project.events()).toEqual([typeDefined]);
  });
});

describe('a future published_at', () => {
  it('schedules: no event, absent from lists and counts, available_at on reads; visible from its date on', async () => {
    const project = await newPages();
    const date = inMs(dayMs);
    const entry = await createEntry(project, 'page', { title: 'A' }, { publish: true, published_at: date });

    expect(entry).toMatchObject({ status: 'scheduled', scheduled_for: date, published_at: date });
    const read = await project.publishable.get(at(entry.id));
    expect(refusal(read)).toEqual([404, 'entry_not_published', undefined]);
    expect(read.body.error.available_at).toBe(date);
    const list = await project.publishable.get('/v1/content/page?count=true');
    expect([list.body.data, list.body.meta.total]).toEqual([[], 0]);
    expect(await project.events()).toEqual([typeDefined]);

    const then = await inTwoDays(project).get(at(entry.id));
    expect(then.body).toMatchObject({ values: { title: 'A' }, published_at: date });
    expect((await inTwoDays(project).get('/v1/content/page?count=true')).body.meta.total).toBe(1);
  });

  it('of a live entry hides it until then: a warning, no event', async () => {
    const project = await newPages();
    const id = await publishEntry(project, 'page', { title: 'A' });
    const date = inMs(dayMs);

    const answer = await project.secret.patch(at(id), { publish: true, published_at: date });

    expect(answer.body).toMatchObject({
      status: 'scheduled',
      meta: { warnings: [{ code: 'hidden_until', param: 'published_at' }] },
    });
    expect((await project.publishable.get(at(id))).status).toBe(404);
    expect(await project.events()).toEqual([typeDefined, published]);
  });

  it('is taken back silently by publish: false, and kept as the date', async () => {
    const project = await newPages();
    const date = inMs(dayMs);
    const { id } = await createEntry(project, 'page', { title: 'A' }, { publish: true, published_at: date });

    const draft = await project.secret.patch(at(id), { publish: false });
    expect(draft.body).toMatchObject({ status: 'draft', scheduled_for: null, published_at: date });
    const again = await project.secret.patch(at(id), { publish: true });
    expect(again.body).toMatchObject({ status: 'scheduled', scheduled_for: date });
    const now = await project.secret.patch(at(id), { publish: true, published_at: null });
    expect(now.body).toMatchObject({ status: 'published', scheduled_for: null });
    expect(await project.events()).toEqual([typeDefined, published]);
  });

  it('lets an edit pass silently before, and tells of both after it came', async () => {
    const project = await newPages();
    const { id } = await createEntry(
      project,
      'page',
      { title: 'A' },
      { publish: true, published_at: inMs(dayMs) },
    );
    await project.secret.patch(at(id), { values: { title: 'B' } });
    expect(await project.events()).toEqual([typeDefined]);

    const edited = await inTwoDays(project).patch(at(id), { values: { title: 'C' } });

    expect(edited.body).toMatchObject({ status: 'published', scheduled_for: null });
    expect(await project.events()).toEqual([typeDefined, published, updated]);
  });

  it('shows the entry in lists and reads at its date, kept answers or not', async () => {
    const project = await newPages();
    const soon = Date.now() + 1_500;
    const { id } = await createEntry(project, 'page', {}, { publish: true, published_at: inMs(1_500) });
    const seen = async () => {
      const list = await project.publishable.get('/v1/content/page?count=true');
      return [list.body.meta.total, (await project.publishable.get(at(id))).status];
    };
    expect(await seen()).toEqual([0, 404]);

    await wait(soon + 50 - Date.now());

    expect(await seen()).toEqual([1, 200]);
  });
});

describe('a past published_at', () => {
  it('is kept as the date of an imported entry, which is live at once', async () => {
    const project = await newPages();

    const entry = await createEntry(
      project,
      'page',
      { title: 'A' },
      { publish: true, published_at: '2001-02-03' },
    );

    expect(entry).toMatchObject({ status: 'published', published_at: '2001-02-03T00:00:00.000Z' });
    await project.secret.patch(at(entry.id), { values: { title: 'B' }, publish: true });
    const read = await project.publishable.get(at(entry.id));
    expect(read.body.published_at).toBe('2001-02-03T00:00:00.000Z');
  });
});
