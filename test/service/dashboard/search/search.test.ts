import { describe, expect, it } from 'vitest';
import type { SearchItem } from '../../../../src/contract/search.ts';
import { createEntry, defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { clientOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
await service.app.start();

/** The contract promises ten seconds. */
const soon = { timeout: 10_000, interval: 100 };
const richText = (text: string) => ({
  version: 2,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

interface Desk {
  project: TestProject;
  editor: DashboardClient;
  search: (q: string, query?: Record<string, string>, as?: DashboardClient) => Promise<SearchItem[]>;
}

async function newDesk(): Promise<Desk> {
  const project = await service.newProject();
  const editor = await signedIn(service, project.id, 'editor');
  await defineType(
    project,
    'story',
    { title: 'string', body: 'richtext', tags: 'string_list' },
    { display_field: 'title', name: 'Story' },
  );
  return {
    project,
    editor,
    search: async (q, query = {}, as = editor) => {
      const params = new URLSearchParams({ q, ...query }).toString();
      const answer = await as.send('GET', `/projects/${project.id}/search?${params}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.data as SearchItem[];
    },
  };
}

const titles = (items: readonly SearchItem[]) => items.map(({ title }) => title);
const search = (desk: Desk, q: string, query: Record<string, string> = {}) =>
  expect.poll(async () => titles(await desk.search(q, query)), soon);

describe('search', () => {
  it('finds drafts by any text, and orders by title, start of the title, words of the title, words', async () => {
    const desk = await newDesk();
    const { project } = desk;
    await createEntry(project, 'story', { title: 'Other', body: richText('A long walk to the red kite.') });
    await createEntry(project, 'story', { title: 'The kite at dawn' });
    await createEntry(project, 'story', { title: 'Kites of Wales' });
    await createEntry(project, 'story', { title: 'Kite' });
    await createEntry(project, 'story', { title: 'Nothing', tags: ['Kitesurfing'] });

    await search(desk, 'kite').toEqual(['Kite', 'Kites of Wales', 'The kite at dawn', 'Nothing', 'Other']);
    const items = await desk.search('KITE');
    expect(items.map(({ match }) => match)).toEqual(['title', 'title', 'title', 'words', 'words']);
    expect(items[0]).toMatchObject({
      kind: 'entry',
      type: 'story',
      type_name: 'Story',
      slug: null,
      status: 'draft',
      excerpt: null,
    });
    expect(items[4]?.excerpt).toBe('A long walk to the red kite.');
    expect(titles(await desk.search('kite wales'))).toEqual(['Kites of Wales']);
    expect(titles(await desk.search('walk kit'))).toEqual(['Other']);
    expect(await desk.search('ite')).toEqual([]);
    expect(await desk.search('?!')).toEqual([]);
  });

  it('finds every kind, and only the kinds that are named', async () => {
    const desk = await newDesk();
    const { secret } = desk.project;
    await createEntry(desk.project, 'story', { title: 'Marram entry' });
    const author = expectDone(await secret.post('/v1/authors', { name: 'Marram Author' }));
    expectDone(await secret.post('/v1/blog/categories', { name: 'Marram Category' }));
    expectDone(await secret.post('/v1/blog/articles', { title: 'Marram blog', authors: [author.id] }));
    const collection = expectDone(await secret.post('/v1/kb/collections', { title: 'Marram collection' }));
    expectDone(await secret.post('/v1/kb/sections', { title: 'Marram section', collection: collection.id }));
    expectDone(await secret.post('/v1/kb/articles', { title: 'Marram help', collection: collection.id }));

    await expect
      .poll(async () => (await desk.search('marram')).map(({ kind }) => kind).toSorted(), soon)
      .toEqual([
        'author',
        'blog_article',
        'blog_category',
        'entry',
        'kb_article',
        'kb_collection',
        'kb_section',
      ]);
    const some = await desk.search('marram', { kind: 'author,kb_section' });
    expect(some.map(({ kind, slug }) => [kind, slug]).toSorted()).toEqual([
      ['author', 'marram-author'],
      ['kb_section', 'marram-section'],
    ]);
    expect(await desk.search('marram', { kind: 'media' })).toEqual([]);
  });

  it.each([
    ['accents and case', 'Crème Brûlée', 'creme BRULEE'],
    ['Greek', 'Σίσυφος', 'σισυφοσ'],
    ['Cyrillic', 'Ёлка и снег', 'елка сне'],
    ['Arabic', 'مرحبا بالعالم', 'بالعا'],
    ['Hindi', 'हिन्दी समाचार', 'समा'],
    ['Japanese, inside a title', '新しい東京タワー', '東京'],
    ['Japanese, a start inside a word', '東京タワー', '東'],
    ['Thai', 'ภาษาไทยง่าย', 'ไทย'],
    ['an emoji, by its start', '🪁 flying', '🪁'],
    ['signs, by their start', 'C++ & C#', 'c++'],
    ['a letter that folds to two', 'Straße', 'strasse'],
  ])('finds %s', async (_name, title, q) => {
    const desk = await newDesk();
    await createEntry(desk.project, 'story', { title });

    await search(desk, q).toEqual([title]);
  });

  it('shows the text around the first match, without half characters', async () => {
    const desk = await newDesk();
    const text = `${'😀 word '.repeat(60)}needle ${'more 😀 '.repeat(60)}`;
    await createEntry(desk.project, 'story', { title: 'Long', body: richText(text) });

    await search(desk, 'needle').toEqual(['Long']);
    const [item] = await desk.search('needle');
    expect(item?.excerpt).toContain('needle');
    expect([...(item?.excerpt ?? '')].length).toBeLessThanOrEqual(160);
    expect(item?.excerpt?.length).toBeLessThanOrEqual(160);
    expect(item?.excerpt?.isWellFormed()).toBe(true);
  });

  it('never returns a deleted item, and follows changes, restored items and definitions', async () => {
    const desk = await newDesk();
    const { project, editor } = desk;
    const entry = await createEntry(project, 'story', { title: 'Heron' });
    await search(desk, 'heron').toEqual(['Heron']);

    expectDone(await project.secret.patch(`/v1/content/story/${entry.id}`, { values: { title: 'Egret' } }));
    await search(desk, 'egret').toEqual(['Egret']);
    expect(await desk.search('heron')).toEqual([]);

    const path = `/projects/${project.id}/v1/content/story/${String(entry.id)}`;
    expect((await editor.send('DELETE', path)).status).toBe(204);
    expect(await desk.search('egret')).toEqual([]);
    await editor.send('POST', `/projects/${project.id}/trash/restore`, { ids: [entry.id] });
    await search(desk, 'egret').toEqual(['Egret']);

    await defineType(project, 'story', { title: 'string', name: 'string' }, { display_field: 'name' });
    await expect
      .poll(async () => (await desk.search('egret')).map(({ match, title }) => [match, title]), soon)
      .toEqual([['words', '']]);
  });

  it('searches the release that the request names', async () => {
    const desk = await newDesk();
    const { project } = desk;
    const entry = await createEntry(project, 'story', { title: 'Plover' });
    const release = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    const inSpring = { release: release.id as string };
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${String(release.id)}`)).body['status'], soon)
      .toBe('ready');
    await search(desk, 'plover', inSpring).toEqual(['Plover']);

    const path = `/v1/content/story/${String(entry.id)}?release=${inSpring.release}`;
    expectDone(await project.secret.patch(path, { values: { title: 'Dotterel' } }));
    await search(desk, 'dotterel', inSpring).toEqual(['Dotterel']);
    expect(await desk.search('dotterel')).toEqual([]);
    expect(titles(await desk.search('plover'))).toEqual(['Plover']);
  });

  it('returns only what a narrowed member can read', async () => {
    const desk = await newDesk();
    const { project } = desk;
    await defineType(project, 'secret', { title: 'string' }, { display_field: 'title' });
    await createEntry(project, 'story', { title: 'Curlew open' });
    await createEntry(project, 'secret', { title: 'Curlew hidden' });
    expectDone(await project.secret.post('/v1/blog/articles', { title: 'Curlew blog' }));
    await expect.poll(async () => (await desk.search('curlew')).length, soon).toBe(3);

    const as = async (grant: { areas?: string[]; types?: string[] }, email: string) =>
      titles(
        await desk.search(
          'curlew',
          {},
          await signedIn(service, project.id, { role: 'viewer', grant: grant as never }, email),
        ),
      );
    expect(await as({ types: ['story'] }, 'a@example.test')).toContain('Curlew open');
    expect(await as({ types: ['story'] }, 'a@example.test')).not.toContain('Curlew hidden');
    expect(await as({ areas: ['blog'] }, 'b@example.test')).toEqual(['Curlew blog']);
  });

  it('rejects a search that it cannot run', async () => {
    const { editor, project } = await newDesk();
    const send = async (query: string) => {
      const { status, body } = await editor.send('GET', `/projects/${project.id}/search${query}`);
      return [status, body.error?.param];
    };

    expect(await send('')).toEqual([400, 'q']);
    expect(await send('?q=')).toEqual([400, 'q']);
    expect(await send(`?q=${'a'.repeat(200)}`)).toEqual([200, undefined]);
    expect(await send(`?q=${'a'.repeat(201)}`)).toEqual([400, 'q']);
    expect(await send('?q=a&limit=0')).toEqual([400, 'limit']);
    expect(await send('?q=a&limit=51')).toEqual([400, 'limit']);
    expect(await send('?q=a&limit=50')).toEqual([200, undefined]);
    expect(await send('?q=a&kind=entry,thing')).toEqual([400, 'kind']);
  });

  it('says whether there is more, and takes four commands', async () => {
    const desk = await newDesk();
    for (const number of [1, 2, 3]) await createEntry(desk.project, 'story', { title: `Tern ${number}` });
    await expect.poll(async () => (await desk.search('tern')).length, soon).toBe(3);

    // A service on the same database that indexes nothing meanwhile.
    const reader = await startOwnService({ MONGODB_DB: service.app.config.MONGODB_DB });
    const editor = await signedIn(reader, desk.project.id, 'editor', 'reader@example.test');
    const names: string[] = [];
    const note = ({ commandName, command }: { commandName: string; command: Record<string, unknown> }) => {
      const collection = command[commandName];
      if (['search_rows', 'entries', 'content_types'].includes(String(collection))) names.push(commandName);
    };
    clientOf(reader.app.system).on('commandStarted', note);
    const { body } = await editor.send('GET', `/projects/${desk.project.id}/search?q=tern&limit=2`);
    clientOf(reader.app.system).off('commandStarted', note);

    expect(body.meta).toEqual({ limit: 2, has_more: true });
    expect(titles(body.data)).toEqual(['Tern 3', 'Tern 2']);
    expect(names.length).toBeGreaterThan(1);
    expect(names.length).toBeLessThanOrEqual(4);
  });
});

describe('recent items', () => {
  it('lists what the member changed last, once each, without deleted items', async () => {
    const { project, editor } = await newDesk();
    const base = `/projects/${project.id}`;
    const create = async (title: string) => {
      const { body } = await editor.send('POST', `${base}/content/story/entries`, { values: { title } });
      return body.id as string;
    };
    const recent = async () => titles((await editor.send('GET', `${base}/recent`)).body.data as SearchItem[]);
    const first = await create('First');
    const second = await create('Second');
    const change = { values: { title: 'First again' } };
    const answer = await editor.send('PATCH', `${base}/content/story/entries/${first}`, change, {
      'If-Match': '"1"',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await createEntry(project, 'story', { title: 'By a key' });

    // Draft saves of five minutes are one row of the audit log, so both are about equally new.
    await expect.poll(async () => (await recent()).toSorted(), soon).toEqual(['First again', 'Second']);
    await editor.send('DELETE', `${base}/v1/content/story/${second}`);
    expect(await recent()).toEqual(['First again']);
  });
});
