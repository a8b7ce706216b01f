import { beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import { createEntry, defineType, inMs, publishEntry } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
  await defineType(project, 'author', { name: 'string' });
  const field = (key: string, type: string, options = {}) => ({ key, type, options });
  await project.secret.put('/v1/schema/content-types/post', {
    fields: [
      field('title', 'string', { required: true }),
      field('price', 'number'),
      field('day', 'date'),
      field('body', 'richtext'),
      field('by', 'reference', { content_type: 'author' }),
    ],
  });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
});

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  editor.send(method, `/projects/${project.id}${path}`, body, headers);
const begin = async (values: object) => (await send('POST', '/content/post/entries', { values })).body;
const titles = async (query: string) =>
  valuesOf(await send('GET', `/content/post/entries?${query}`), 'title');

describe('the draft of an entry', () => {
  it('begins incomplete and is refused at publication alone', async () => {
    const entry = await begin({ price: 300 });

    const published = await send('PATCH', `/v1/content/post/${entry.id}`, { publish: true });

    expect(entry).toMatchObject({ status: 'draft', draft: { price: 300 }, live: null, title: '' });
    expect(published.body.error).toMatchObject({ code: 'missing_required_field', param: 'title' });
  });

  it('is saved beside what is live, and says so', async () => {
    const id = await publishEntry(project, 'post', { title: 'Live' });

    const saved = await send('PATCH', `/content/post/entries/${id}`, { values: { title: 'Drafted' } });

    expect(saved.body).toMatchObject({
      status: 'published',
      has_unpublished_changes: true,
      draft: { title: 'Drafted' },
      live: { title: 'Live' },
    });
    expect((await project.secret.get(`/v1/content/post/${id}`)).body.values.title).toBe('Live');
    await send('PATCH', `/v1/content/post/${id}`, { publish: true });
    expect((await project.secret.get(`/v1/content/post/${id}`)).body.values.title).toBe('Drafted');
  });

  it('is refused when somebody else saved meanwhile', async () => {
    const { id, revision } = await begin({ title: 'One' });
    const path = `/content/post/entries/${id}`;
    const first = await send('PATCH', path, { values: { title: 'Two' } }, { 'If-Match': `"${revision}"` });

    const second = await send('PATCH', path, { values: { title: 'Three' } }, { 'If-Match': `"${revision}"` });

    expect(second.body.error).toMatchObject({
      code: 'revision_conflict',
      current_revision: first.body.revision,
    });
  });

  it('names what it points at, published or not', async () => {
    const made = await send('POST', '/content/author/entries', { values: { name: 'Ada' } });
    const { id } = await begin({ title: 'By Ada', by: made.body.id });

    const { body } = await send('GET', `/content/post/entries/${id}`);

    expect(body.draft.by).toBe(made.body.id);
    expect(body.targets[made.body.id]).toEqual({
      kind: 'entry',
      title: 'Ada',
      slug: null,
      live: false,
      content_type: 'author',
      image: null,
    });
  });

  it('of a singleton begins with its first save', async () => {
    expect((await send('GET', '/content/home/singleton')).body.error.code).toBe('content_not_published');

    const saved = await send('PATCH', '/content/home/singleton', { values: { title: 'Hello' } });

    expect(saved).toMatchObject({ status: 201, body: { draft: { title: 'Hello' }, live: null } });
    expect((await send('GET', '/content/home/singleton')).body.draft).toEqual({ title: 'Hello' });
    expect((await project.secret.get('/v1/content/home')).body.error.code).toBe('content_not_published');
    expect((await send('GET', '/content/post/singleton')).body.error.code).toBe('not_a_singleton');
  });
});

describe('the list of drafts', () => {
  beforeAll(async () => {
    await begin({ title: 'List A', price: 1, day: '2026-01-02' });
    await begin({
      title: 'List B',
      price: 2,
      day: '2026-02-02T10:00:00Z',
      body: { version: 2, content: [] },
    });
    const id = await publishEntry(project, 'post', { title: 'List C', price: 3 });
    await send('PATCH', `/content/post/entries/${id}`, { values: { price: 30 } });
    await publishEntry(project, 'post', { title: 'List D', price: 4 });
  });

  it.each([
    ['where[price]=30', ['List C']],
    ['where[price][gte]=2&where[price][lt]=30&sort=-price', ['List D', 'List B']],
    ['where[title][contains]=list b', ['List B']],
    ['where[title]=list b', []],
    ['where[day]=2026-01-02T00:00:00Z', ['List A']],
    ['where[day][gt]=2026-01-02', ['List B']],
    ['where[price][in]=1,2&sort=title', ['List A', 'List B']],
    ['where[title][starts_with]=LIST D', ['List D']],
  ])('filters drafts by %s', async (query, found) => {
    expect(await titles(query)).toEqual(found);
  });

  it.each([
    ['draft', ['List B', 'List A']],
    ['published', ['List D', 'List C']],
    ['changed', ['List C']],
    ['scheduled', []],
  ])('has a tab for %s', async (status, found) => {
    expect(await titles(`status=${status}&q=list`)).toEqual(found);
  });

  it('pages by cursor, counts, and leaves rich text out', async () => {
    const first = await send('GET', '/content/post/entries?q=List&limit=2&count=true');
    const second = await send(
      'GET',
      `/content/post/entries?q=List&limit=2&cursor=${first.body.meta.next_cursor}`,
    );

    const rows = [...first.body.data, ...second.body.data] as Record<string, unknown>[];
    expect(rows.map((row) => row['title'])).toEqual(['List D', 'List C', 'List B', 'List A']);
    expect(first.body.meta.total).toBe(4);
    expect(rows[2]?.['draft']).toEqual({ title: 'List B', price: 2, day: '2026-02-02T10:00:00.000Z' });
    expect(rows.map((row) => row['has_unpublished_changes'])).toEqual([false, true, true, true]);
  });

  it('refuses what it does not know by name', async () => {
    const code = async (path: string) => (await send('GET', path)).body.error.code;

    expect(await code('/content/nothing/entries')).toBe('unknown_content_type');
    expect(await code('/content/post/entries?where[prize]=1')).toBe('unknown_filter_field');
    expect(await code('/content/post/entries?sort=body')).toBe('unsortable_field');
    expect(await code('/content/post/entries?status=gone')).toBe('invalid_parameter');
    expect(await code('/content/home/entries')).toBe('not_a_collection');
  });
});

describe('POST content/{type}/bulk', () => {
  it('does what it can, with a result for each entry', async () => {
    const good = await begin({ title: 'Good' });
    const bad = await begin({ price: 1 });

    const published = await send('POST', '/content/post/bulk', {
      action: 'publish',
      ids: [good.id, bad.id, 'ent_nothing'],
    });

    expect(published.body).toMatchObject({
      done: 1,
      failed: 2,
      data: [
        { id: good.id, ok: true, error: null },
        { id: bad.id, ok: false, error: { code: 'missing_required_field', param: 'title' } },
        { id: 'ent_nothing', ok: false, error: { code: 'unknown_entry' } },
      ],
    });
    const undone = await send('POST', '/content/post/bulk', { action: 'unpublish', ids: [good.id] });
    expect(undone.body.done).toBe(1);
    const gone = await send('POST', '/content/post/bulk', { action: 'delete', ids: [good.id, bad.id] });
    expect(gone.body.done).toBe(2);
    expect((await send('GET', `/content/post/entries/${good.id}`)).body.error.code).toBe('unknown_entry');
  });

  it('refuses more than a hundred, none, and an unknown action', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => `ent_${i}`);
    for (const body of [
      { action: 'publish', ids },
      { action: 'publish', ids: [] },
      { action: 'burn', ids: ['x'] },
    ])
      expect((await send('POST', '/content/post/bulk', body)).body.error.code).toBe('invalid_field_value');
  });
});

describe('the counts of entries by type', () => {
  it('tell entries from drafts, and follow dates that pass', async () => {
    const own = await service.newProject();
    const author = await signedIn(service, own.id, 'author');
    const counts = async () => (await author.send('GET', `/projects/${own.id}/content`)).body.data;
    await defineType(own, 'story', { title: 'string' });
    await defineType(own, 'home', { title: 'string' }, { kind: 'singleton' });
    expect(await counts()).toEqual([
      { type: 'story', entries: 0, drafts: 0, created_at: null, published_at: null },
      { type: 'home', entries: 0, drafts: 0, created_at: null, published_at: null },
    ]);

    const live = await publishEntry(own, 'story', { title: 'Live' });
    await publishEntry(own, 'story', { title: 'Later' }, { published_at: inMs(60_000) });
    await createEntry(own, 'story', { title: 'Draft' });
    const ended = await publishEntry(own, 'story', { title: 'Over' });
    await own.secret.patch(`/v1/content/story/${ended}`, { publish: false });
    const { updated_at: changedAt } = (await own.secret.get(`/v1/content/story/${live}`)).body;

    const [story] = await counts();
    expect(story).toMatchObject({ type: 'story', entries: 4, drafts: 2 });
    expect(story.published_at >= changedAt).toBe(true);
  });

  it('leave out the types outside of a grant', async () => {
    const own = await service.newProject();
    await defineType(own, 'story', { title: 'string' });
    await defineType(own, 'secret', { title: 'string' });
    await createEntry(own, 'secret', { title: 'Hidden' });
    await createEntry(own, 'story', { title: 'Seen' });
    const narrowed = await signedIn(service, own.id, { role: 'author', grant: { types: ['story'] } });
    const { body } = await narrowed.send('GET', `/projects/${own.id}/content`);
    const created_at = expect.any(String) as string;
    expect(body.data).toEqual([{ type: 'story', entries: 1, drafts: 1, created_at, published_at: null }]);
  });
});
