import { beforeEach, describe, expect, it } from 'vitest';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import { createEntry, defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { type DashboardAnswer, type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { storedRows } from '../../../support/audit/rows.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService({ MAX_BULK_ITEMS: '400' });
await service.app.start();

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
  await defineType(project, 'page', [
    { key: 'title', type: 'string', required: true },
    { key: 'section', type: 'select', options: { choices: ['food', 'travel'] } },
    { key: 'code', type: 'string', options: { unique: true } },
    { key: 'body', type: 'richtext' },
    { key: 'more', type: 'reference_list', options: { content_type: 'page', max_items: 3 } },
    { key: 'needed', type: 'reference_list', options: { content_type: 'page', required: true } },
  ]);
});

const refusal = ({ status, body }: DashboardAnswer) => [status, body.error?.code, body.error?.param];
const at = (path: string) => `/projects/${project.id}${path}`;
const begin = (body: unknown, client = editor, query = '') =>
  client.send('POST', at(`/content/page/bulk-jobs${query}`), body);
const find = async (id: string) =>
  ((await editor.send('GET', at('/bulk-jobs'))).body.data as BulkJob[]).find((job) => job.id === id);

async function ended(id: string): Promise<BulkJob> {
  await expect.poll(async () => (await find(id))?.status, { timeout: 30_000 }).not.toBe('running');
  return (await find(id)) as BulkJob;
}

async function set(ids: string[] | null, change: object, client = editor, query = ''): Promise<BulkJob> {
  const begun = await begin({ action: 'set', ids, set: change }, client, query);
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  return ended(begun.body.id as string);
}

const draftOf = async (id: string) =>
  (await editor.send('GET', at(`/content/page/entries/${id}`))).body.draft as Record<string, unknown>;
const liveOf = async (id: string) =>
  expectDone(await project.secret.get(`/v1/content/page/${id}`)).values as Record<string, unknown>;
const versionsOf = async (id: string) =>
  (await editor.send('GET', at(`/versions/${id}`))).body.data as object[];
const idsOf = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);

async function publishPage(values: object = {}): Promise<string> {
  return publishEntry(project, 'page', { title: 'A page', needed: [await firstPage()], ...values });
}

let first: { projectId: string; id: string } | null = null;
/** A page to which others link. The first one links to nothing, so it is a draft. */
async function firstPage(): Promise<string> {
  if (first?.projectId === project.id) return first.id;
  const { body } = await editor.send('POST', at('/content/page/entries'), { values: { title: 'First' } });
  first = { projectId: project.id, id: body.id as string };
  return first.id;
}

describe('a bulk change that sets fields', () => {
  it('may empty a required list of an entry that hides it', async () => {
    const show_if = { field: 'section', eq: 'food' };
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'section', type: 'select', options: { choices: ['food', 'travel'] } },
      { key: 'tags', type: 'string_list', required: true, options: { show_if } },
    ]);
    const tags = ['a'];
    const [hidden, shown] = await Promise.all(
      ['travel', 'food'].map(async (section) => (await createEntry(project, 'page', { section, tags })).id),
    );

    const job = await set([String(hidden), String(shown)], { remove: { tags }, live: true });

    expect(job).toMatchObject({ status: 'done', done: 1, failed: 1 });
    expect((await draftOf(String(hidden)))['tags'] ?? []).toEqual([]);
    expect((await draftOf(String(shown)))['tags']).toEqual(tags);
  });

  it('writes drafts alone, with history and an audit row, and leaves entries that have the values', async () => {
    const [one, two] = [await publishPage(), await publishPage({ section: 'food' })];

    const job = await set([one, two], { values: { section: 'food' } });

    expect(job).toMatchObject({ action: 'set', status: 'done', total: 2, done: 2, unchanged: 1, failed: 0 });
    expect((await draftOf(one))['section']).toBe('food');
    expect((await liveOf(one))['section']).toBeNull();
    expect(await versionsOf(one)).toHaveLength(2);
    expect(await versionsOf(two)).toHaveLength(1);
    const rows = await storedRows(service.app, project.id);
    expect(rows.filter(({ action }) => action === 'draft.saved').map(({ subject }) => subject?.id)).toEqual([
      one,
    ]);
    expect((await project.events()).filter((name) => name === 'content.entry.updated')).toEqual([]);
  });

  it('changes what readers see with `live`, and drafts that were never published stay drafts', async () => {
    const page = await publishPage();
    const draft = await firstPage();
    await editor.send('PATCH', at(`/content/page/entries/${page}`), { values: { title: 'Not yet' } });

    const job = await set([page, draft], { values: { section: 'travel' }, live: true });

    expect(job).toMatchObject({ done: 2, unchanged: 0, failed: 0 });
    expect(await liveOf(page)).toMatchObject({ section: 'travel', title: 'A page' });
    expect(await draftOf(page)).toMatchObject({ section: 'travel', title: 'Not yet' });
    expect((await draftOf(draft))['section']).toBe('travel');
    expect((await project.secret.get(`/v1/content/page/${draft}`)).status).toBe(404);
  });

  it('clears a field with null, also a unique one', async () => {
    const page = await publishPage({ section: 'food', code: 'A1' });

    expect(await set([page], { values: { section: null, code: null }, live: true })).toMatchObject({
      done: 1,
    });

    expect(await liveOf(page)).toMatchObject({ section: null, code: null });
    await publishPage({ code: 'A1' });
  });

  it('adds and removes items in the draft and in the live list, each in its own order', async () => {
    const [a, b, c] = [await publishPage(), await publishPage(), await publishPage()];
    const page = await publishPage({ more: [a] });
    await editor.send('PATCH', at(`/content/page/entries/${page}`), { values: { more: [b, a] } });

    await set([page], { add: { more: [c, a, c] }, live: true });
    expect((await draftOf(page))['more']).toEqual([b, a, c]);
    expect(idsOf((await liveOf(page))['more'])).toEqual([a, c]);

    await set([page], { remove: { more: [a] }, live: true });
    expect((await draftOf(page))['more']).toEqual([b, c]);
    expect(idsOf((await liveOf(page))['more'])).toEqual([c]);
    expect(await set([page], { remove: { more: [a] }, live: true })).toMatchObject({ done: 1, unchanged: 1 });
  });

  it('reports entries that can not take the change, and changes the others', async () => {
    const [a, b, c] = [await publishPage(), await publishPage(), await publishPage()];
    const full = await publishPage({ more: [a, b, c] });
    const d = await publishPage();

    const longer = await set([full, a], { add: { more: [d] } });
    expect(longer).toMatchObject({ done: 1, failed: 1 });
    expect(longer.refusals).toMatchObject([{ id: full, title: 'A page', code: 'invalid_field_value' }]);

    const { needed } = await draftOf(a);
    const emptied = await set([a], { remove: { needed }, live: true });
    expect(emptied.refusals).toMatchObject([{ id: a, code: 'missing_required_field' }]);
    expect(await set([a], { remove: { needed } })).toMatchObject({ done: 1, failed: 0 });
    const gone = await set(['ent_00000000000000000000000000'], { values: { section: 'food' } });
    expect(gone.refusals).toMatchObject([{ code: 'unknown_entry' }]);
  });

  it('changes 300 entries that a filter finds while an editor writes', async () => {
    const ids: string[] = [];
    const needed = await firstPage();
    for (let first = 0; first < 300; first += 100) {
      const operations = Array.from({ length: 100 }, (_, i) => ({
        ...{ method: 'POST', path: '/v1/content/page/entries' },
        body: { values: { title: `Page ${first + i}`, section: 'food', needed: [needed] } },
      }));
      const created = expectDone(await project.secret.post('/v1/bulk', { mode: 'all', operations }));
      ids.push(...(created.results as { id: string }[]).map(({ id }) => id));
    }
    const begun = await begin(
      { action: 'set', ids: null, set: { values: { section: 'travel' } } },
      editor,
      '?where[section]=food',
    );
    const edits = ids
      .slice(-20)
      .map((id) => editor.send('PATCH', at(`/content/page/entries/${id}`), { values: { title: 'Edited' } }));
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(edits.map(() => 200));

    expect(await ended(begun.body.id as string)).toMatchObject({ total: 300, done: 300, failed: 0 });
    const drafts = await Promise.all(ids.slice(-20).map((id) => draftOf(id)));
    expect(drafts.every(({ section, title }) => section === 'travel' && title === 'Edited')).toBe(true);
    const list = await editor.send(
      'GET',
      at('/content/page/entries?where[section]=travel&limit=1&count=true'),
    );
    expect(list.body.meta.total).toBe(300);
  });
});

describe('a bulk change that sets fields is rejected before it starts', () => {
  const rejected = async (change: unknown, more: object = {}) =>
    refusal(await begin({ action: 'set', ids: [await firstPage()], set: change, ...more }));
  const invalid = (param: string) => [400, 'invalid_field_value', param];

  it.each<[string, unknown, unknown[]]>([
    ['no field', {}, invalid('set')],
    ['an unknown field', { values: { sectoin: 'food' } }, [400, 'unknown_field', 'sectoin']],
    ['an unknown list', { add: { tags: ['x'] } }, [400, 'unknown_field', 'tags']],
    ['a wrong value', { values: { section: 'sea' } }, invalid('section')],
    ['a wrong item', { add: { more: [7] } }, invalid('more')],
    ['items of a field without a list', { add: { title: ['x'] } }, invalid('title')],
    ['items of rich text', { remove: { body: ['x'] } }, invalid('body')],
    ['a field in two of the three', { values: { more: [] }, add: { more: [] } }, invalid('more')],
    ['a value of a unique field', { values: { code: 'A1' } }, invalid('code')],
    [
      'a required field without a value',
      { values: { title: null }, live: true },
      [400, 'missing_required_field', 'title'],
    ],
    ['a list in the place of an object', { add: { more: 'x' } }, invalid('set.add.more')],
  ])('with %s', async (_, change, expected) => {
    expect(await rejected(change)).toEqual(expected);
  });

  it('with an id that leads nowhere, in a value and in an item', async () => {
    const nothing = 'ent_00000000000000000000000000';
    expect(await rejected({ values: { more: [nothing] } })).toEqual([400, 'unknown_link', 'more']);
    expect(await rejected({ add: { more: [nothing] } })).toEqual([400, 'unknown_link', 'more']);
    const page = await firstPage();
    expect((await set([page], { remove: { more: [nothing] } })).unchanged).toBe(1);
  });

  it('without `set`, and with `set` beside another action', async () => {
    const ids = [await firstPage()];
    expect(refusal(await begin({ action: 'set', ids }))).toEqual(invalid('set'));
    const both = await begin({ action: 'publish', ids, set: { values: { section: 'food' } } });
    expect(refusal(both)).toEqual(invalid('set'));
    const articles = await editor.send('POST', at('/blog/bulk-jobs'), { action: 'set', ids, set: {} });
    expect(articles.status).toBe(400);
  });

  it('with more than 20 fields', async () => {
    const fields = Array.from({ length: 21 }, (_, i) => ({ key: `f${i}`, type: 'string' }));
    await defineType(project, 'wide', fields);
    const entry = await createEntry(project, 'wide', {});
    const values = Object.fromEntries(fields.map(({ key }) => [key, 'x']));
    const send = (change: object) =>
      editor.send('POST', at('/content/wide/bulk-jobs'), { action: 'set', ids: [entry.id], set: change });

    expect(refusal(await send({ values }))).toEqual(invalid('set'));
    const { f20: _, ...twenty } = values;
    const begun = await send({ values: twenty });
    expect(begun.status).toBe(201);
    expect(await ended(begun.body.id as string)).toMatchObject({ done: 1, failed: 0 });
  });

  it('by someone who may not make the change', async () => {
    const page = await publishPage();
    const author = await signedIn(service, project.id, 'author');
    const viewer = await signedIn(service, project.id, 'viewer');
    const change = (live: boolean) => ({
      action: 'set',
      ids: [page],
      set: { values: { section: 'food' }, live },
    });

    expect((await begin(change(false), viewer)).status).toBe(403);
    expect((await begin(change(true), author)).status).toBe(403);
    expect((await begin({ action: 'publish', ids: [page] }, author)).status).toBe(403);
    const begun = await begin(change(false), author);
    expect(begun.status).toBe(201);
    expect(await ended(begun.body.id as string)).toMatchObject({ done: 1, failed: 0 });
    expect((await liveOf(page))['section']).toBeNull();
    expect((await author.send('DELETE', at(`/bulk-jobs/${begun.body.id}`))).status).toBe(204);
    const published = await begin({ action: 'unpublish', ids: [page] });
    await ended(published.body.id as string);
    expect((await author.send('DELETE', at(`/bulk-jobs/${published.body.id}`))).status).toBe(403);
    expect((await author.send('POST', at(`/bulk-jobs/${published.body.id}/stop`))).status).toBe(403);
  });
});
