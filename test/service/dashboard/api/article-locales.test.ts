import { describe, expect, it } from 'vitest';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
await service.app.start();

/** A project in en, de (falls back to en), de-AT and partial fr with an editor. */
async function newDesk() {
  const project = await newProjectInLocales(service);
  const owner = await signedIn(service, project.id, 'owner');
  await owner.send('PATCH', `/projects/${project.id}/locales/de`, { fallback: 'en' });
  const editor = await signedIn(service, project.id, 'editor');
  const send = async (method: string, path: string, body?: unknown, headers = {}) =>
    editor.send(method, `/projects/${project.id}${path}`, body, headers);
  const does = async (method: string, path: string, body?: unknown, headers = {}) => {
    const { status, body: answer } = await send(method, path, body, headers);
    expect([status, answer?.error]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined]);
    return answer;
  };
  return { project, owner, send, does };
}

const articles = '/blog/articles';
const rowsOf = (list: unknown) => list as Record<string, any>[];
const paragraph = (text: string) => ({
  version: 2,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

describe('the editor of an article in a further locale', () => {
  it('reads and saves its own draft, and shows what falls back', async () => {
    const { does, send } = await newDesk();
    const english = {
      title: 'Prices',
      excerpt: 'Hi',
      body: paragraph('All prices'),
      seo: { title: 'Search' },
    };
    const { id } = await does('POST', articles, english);
    const german = `${articles}/${id}?locale=de`;

    expect(await does('GET', german)).toMatchObject({
      locale: 'de',
      revision: 0,
      status: 'draft',
      draft: { title: null, excerpt: null, body: null, slug: null, seo: { title: null }, categories: [] },
      states: { en: { status: 'draft' } },
      fallbacks: { title: 'en', excerpt: 'en', body: 'en', 'seo.title': 'en' },
      fallback_draft: {
        title: 'Prices',
        excerpt: 'Hi',
        body: paragraph('All prices'),
        seo: { title: 'Search' },
      },
    });
    const saved = await does('PATCH', german, {
      title: 'Preise',
      merge: { base: { title: null } },
    });
    expect(saved).toMatchObject({
      title: 'Preise',
      slug: 'preise',
      draft: { title: 'Preise', slug: 'preise', excerpt: null },
      fallbacks: { excerpt: 'en', body: 'en' },
    });
    expect(saved.fallbacks).not.toHaveProperty('title');
    expect(await does('GET', `${articles}/${id}`)).toMatchObject({
      locale: 'en',
      draft: { title: 'Prices', excerpt: 'Hi' },
      fallbacks: {},
      states: { en: { status: 'draft' }, de: { status: 'draft' } },
    });

    await does('PATCH', `/v1${articles}/${id}?locale=de`, { publish: true });
    await does('PATCH', german, { title: 'Neu' });
    expect(await does('GET', german)).toMatchObject({
      status: 'published',
      slug_is_final: true,
      outdated_fields: [],
      has_unpublished_changes: true,
      live: { title: 'Preise', excerpt: null },
    });
    expect(await does('GET', `${articles}/${id}`)).toMatchObject({ status: 'draft', live: null });
    const stale = await send('PATCH', german, { title: 'X' }, { 'If-Match': '"1"' });
    expect(stale.body.error.code).toBe('revision_conflict');
    expect((await send('GET', `${articles}/${id}?locale=it`)).body.error.code).toBe('unknown_locale');
  });

  it('can clear its title in the draft, but not publish without one', async () => {
    const { does, send } = await newDesk();
    const { id } = await does('POST', articles, { title: 'Prices' });
    const german = `${articles}/${id}?locale=de`;
    await does('PATCH', german, { title: 'Preise', excerpt: 'Hallo' });
    const cleared = await does('PATCH', german, { title: null, merge: { base: { title: 'Preise' } } });
    expect(cleared).toMatchObject({ draft: { title: null, excerpt: 'Hallo' }, fallbacks: { title: 'en' } });
    const { body } = await send('PATCH', `/v1${articles}/${id}?locale=de`, { publish: true });
    expect(body.error).toMatchObject({ code: 'missing_required_field', param: 'title' });
    expect((await send('PATCH', `${articles}/${id}`, { title: null })).body.error.code).toBe(
      'missing_required_field',
    );
  });

  it('has its own history, which leaves shared values alone', async () => {
    const { does } = await newDesk();
    const { id } = await does('POST', articles, { title: 'Prices' });
    const german = `${articles}/${id}?locale=de`;
    await does('PATCH', german, { title: 'Erste' });
    await does('PATCH', `/v1${articles}/${id}?locale=de`, { publish: true });
    const author = await does('POST', '/v1/authors', { name: 'Ada' });
    await does('PATCH', german, { title: 'Zweite', authors: [author.id] });

    const { data } = await does('GET', `/versions/${id}?locale=de`);
    const first = rowsOf(data).find((version) => version['published'] === true);
    expect(await does('GET', `/versions/${id}/${first?.['id']}?locale=de`)).toMatchObject({
      values: { title: 'Erste', excerpt: null, body: null, authors: [] },
    });
    expect(await does('POST', `/versions/${id}/${first?.['id']}/restore?locale=de`)).toMatchObject({
      locale: 'de',
      draft: { title: 'Erste', authors: [author.id] },
    });
    expect((await does('GET', `${articles}/${id}`)).draft.title).toBe('Prices');
  });

  it('restores texts that are as old as their version', async () => {
    const { does } = await newDesk();
    const { id } = await does('POST', articles, { title: 'Prices', excerpt: 'Hi' });
    await does('PATCH', `/v1${articles}/${id}`, { publish: true });
    const german = `${articles}/${id}?locale=de`;
    await does('PATCH', german, { title: 'Preise', excerpt: 'Hallo' });
    await does('PATCH', `/v1${articles}/${id}?locale=de`, { publish: true });
    await does('PATCH', `/v1${articles}/${id}`, { title: 'Rates' });
    await does('PATCH', german, { title: 'Tarife', excerpt: 'Moin' });

    const { data } = await does('GET', `/versions/${id}?locale=de`);
    const first = rowsOf(data).find((version) => version['published'] === true);
    expect(await does('POST', `/versions/${id}/${first?.['id']}/restore?locale=de`)).toMatchObject({
      draft: { title: 'Preise', excerpt: 'Hallo' },
      outdated_fields: ['title'],
    });
  });
});

describe('lists of articles in a further locale', () => {
  it('show titles, states and translations of that locale', async () => {
    const { does } = await newDesk();
    const { id: translated } = await does('POST', articles, { title: 'Prices', excerpt: 'Hi' });
    const { id: untranslated } = await does('POST', articles, { title: 'Terms' });
    await does('PATCH', `/v1${articles}/${translated}`, { publish: true });
    await does('PATCH', `/v1${articles}/${untranslated}`, { publish: true });
    await does('PATCH', `${articles}/${translated}?locale=de`, { title: 'Preise' });
    await does('PATCH', `/v1${articles}/${translated}?locale=de`, { publish: true });
    await does('PATCH', `${articles}/${translated}?locale=de`, { title: 'Neu' });

    const list = async (query: string) => rowsOf((await does('GET', `${articles}?${query}`)).data);
    const german = await list('locale=de&sort=created_at');
    expect(german).toMatchObject([
      {
        title: 'Neu',
        slug: 'preise',
        excerpt: 'Hi',
        status: 'published',
        locale: 'de',
        has_unpublished_changes: true,
        states: {
          en: { status: 'published', has_unpublished_changes: false },
          de: { status: 'published', has_unpublished_changes: true, translation: 'missing' },
        },
      },
      { title: 'Terms', status: 'draft', states: { en: { status: 'published' } } },
    ]);
    const idsIn = async (query: string) => (await list(query)).map((row) => row['id'] as string);
    expect(await idsIn('locale=de&status=published')).toEqual([translated]);
    expect(await idsIn('locale=de&status=changed')).toEqual([translated]);
    expect(await idsIn('locale=de&translation=not_live')).toEqual([untranslated]);
    expect(await idsIn('locale=de&q=neu')).toEqual([translated]);
    expect(await idsIn('translation=missing')).toEqual([untranslated, translated]);
    expect((await list('sort=created_at'))[0]).toMatchObject({ title: 'Prices', locale: 'en' });
  });

  it('have no keys of locales with one locale', async () => {
    const project = await service.newProject({ oneLocale: true });
    const editor = await signedIn(service, project.id, 'editor');
    const send = (method: string, path: string, body?: unknown) =>
      editor.send(method, `/projects/${project.id}${path}`, body);
    const { body } = await send('POST', articles, { title: 'Prices' });
    const article = body as Record<string, unknown>;
    for (const key of ['locale', 'locales', 'states', 'fallbacks', 'fallback_draft', 'outdated_fields'])
      expect(article).not.toHaveProperty(key);
    const { data } = (await send('GET', articles)).body as { data: Record<string, unknown>[] };
    expect(data[0]).not.toHaveProperty('states');
  });
});

describe('bulk changes of articles in a further locale', () => {
  it('publish, unpublish and delete in that locale alone', async () => {
    const { does, send } = await newDesk();
    const { id } = await does('POST', articles, { title: 'Prices' });
    await does('PATCH', `/v1${articles}/${id}`, { publish: true });
    await does('PATCH', `${articles}/${id}?locale=de`, { title: 'Preise' });
    const bulk = async (action: string) => {
      const { data } = await does('POST', '/blog/bulk', { action, ids: [id], locale: 'de' });
      expect(data).toEqual([{ id, ok: true, error: null }]);
    };
    const statesIn = async () => (await does('GET', `${articles}/${id}`)).states as Record<string, any>;

    await bulk('publish');
    expect(await statesIn()).toMatchObject({ en: { status: 'published' }, de: { status: 'published' } });
    const job = { action: 'unpublish', ids: null, locale: 'de' };
    const counted = await does('POST', '/blog/bulk-jobs?status=published&dry_run=true', job);
    expect(counted).toMatchObject({ total: 1, live: 1 });
    await bulk('unpublish');
    expect(await statesIn()).toMatchObject({ en: { status: 'published' }, de: { status: 'draft' } });
    expect(await does('POST', '/blog/bulk-jobs?dry_run=true', { ...job, ids: [id] })).toMatchObject({
      drafts: 1,
    });
    await bulk('delete');
    expect(Object.keys(await statesIn())).toEqual(['en']);
    const unknown = await send('POST', '/blog/bulk', { action: 'publish', ids: [id], locale: 'it' });
    expect(unknown.body.error.code).toBe('unknown_locale');
  });
});

describe('the deleted content of an article in a further locale', () => {
  it('comes back from the trash as a draft of that locale', async () => {
    const { does } = await newDesk();
    const { id } = await does('POST', articles, { title: 'Prices' });
    await does('PATCH', `/v1${articles}/${id}`, { publish: true });
    const german = `/v1${articles}/${id}?locale=de`;
    await does('PATCH', german, { title: 'Preise', publish: true });
    const inTrash = async () => rowsOf((await does('GET', '/trash')).data);
    const restore = async (publish = false) => {
      const ids = (await inTrash()).map((item) => item['trash_id'] as string);
      return does('POST', '/trash/restore', { ids, publish });
    };
    const read = async () => does('GET', `${articles}/${id}?locale=de`);

    await does('DELETE', german);
    expect(await inTrash()).toMatchObject([
      { kind: 'blog_article', title: 'Preise', locale: 'de', was_live: true },
    ]);
    expect(await read()).toMatchObject({ revision: 0, states: { en: { status: 'published' } } });
    expect(await restore()).toMatchObject({ done: 1, failed: 0, warnings: [] });
    expect(await read()).toMatchObject({ status: 'draft', slug: 'preise', draft: { title: 'Preise' } });
    expect(await inTrash()).toEqual([]);

    await does('PATCH', german, { publish: true });
    await does('DELETE', german);
    expect(await restore(true)).toMatchObject({ warnings: [] });
    expect(await read()).toMatchObject({ status: 'published', states: { en: { status: 'published' } } });

    await does('DELETE', german);
    await does('POST', articles, { title: 'Other', slug: 'preise' });
    expect(await restore()).toMatchObject({ warnings: [{ code: 'slug_changed' }] });
    expect(await read()).toMatchObject({ slug: 'preise-2', slug_is_final: false });

    await does('DELETE', german);
    await does('PATCH', german, { title: 'Tarife' });
    expect(await restore()).toMatchObject({ failed: 1, data: [{ error: { code: 'revision_conflict' } }] });
    expect(await inTrash()).toHaveLength(1);
  });
});

describe('the editor of a knowledge base article in a further locale', () => {
  it('has the freshness of that locale', async () => {
    const { does } = await newDesk();
    const { id: collection } = await does('POST', '/v1/kb/collections', { title: 'Start' });
    const { id } = await does('POST', '/kb/articles', { title: 'Prices', collection });
    await does('PATCH', `/kb/articles/${id}?locale=de`, { title: 'Preise' });
    await does('PATCH', `/v1/kb/articles/${id}?locale=de`, { publish: true });
    await does('POST', `/v1/kb/articles/${id}/review?locale=de`);
    const german = await does('GET', `/kb/articles/${id}?locale=de`);
    expect(german.kb).toMatchObject({ freshness: 'fresh', last_reviewed_at: expect.any(String) });
    expect(german.draft).toMatchObject({ title: 'Preise', collection, section: null });
    expect((await does('GET', `/kb/articles/${id}`)).kb.last_reviewed_at).toBeNull();
  });

  it('is in the tree with the titles and the state of that locale', async () => {
    const { does, send } = await newDesk();
    const { id: collection } = await does('POST', '/v1/kb/collections', { title: 'Start' });
    await does('PATCH', `/v1/kb/collections/${collection}?locale=de`, { title: 'Anfang' });
    const section = await does('POST', '/v1/kb/sections', { title: 'First', collection });
    const { id } = await does('POST', '/v1/kb/articles', { title: 'Prices', collection, publish: true });
    await does('PATCH', `/kb/articles/${id}?locale=de`, { title: 'Preise' });
    const tree = async (query: string) => does('GET', `/kb/tree${query}`);

    expect(await tree('?locale=de')).toMatchObject({
      data: [
        {
          id: collection,
          title: 'Anfang',
          slug: 'anfang',
          stored_count: 1,
          sections: [{ id: section.id, title: 'First' }],
        },
      ],
      articles: [{ id, title: 'Preise', slug: 'preise', status: 'draft', has_unpublished_changes: true }],
    });
    await does('PATCH', `/v1/kb/articles/${id}?locale=de`, { publish: true });
    await does('POST', `/v1/kb/articles/${id}/review?locale=de`);
    expect((await tree('?locale=de')).articles).toMatchObject([
      {
        status: 'published',
        has_unpublished_changes: false,
        freshness: 'fresh',
        last_reviewed_at: expect.any(String),
      },
    ]);
    expect((await tree('?locale=fr')).articles).toMatchObject([{ title: 'Prices', status: 'draft' }]);
    expect(await tree('')).toMatchObject({
      data: [{ title: 'Start' }],
      articles: [{ title: 'Prices', status: 'published', last_reviewed_at: null }],
    });
    expect((await send('GET', '/kb/tree?locale=it')).body.error.code).toBe('unknown_locale');
  });

  it('has a title in the tree that says which other language it is in', async () => {
    const { does } = await newDesk();
    const { id: collection } = await does('POST', '/v1/kb/collections', { title: 'Start' });
    const { id } = await does('POST', '/v1/kb/articles?locale=fr', { title: 'Prix', collection });
    const titles = async (query: string) =>
      rowsOf((await does('GET', `/kb/tree${query}`)).articles).map((row) => [
        row['title'],
        row['title_locale'],
      ]);

    expect(await titles('')).toEqual([['Prix', 'fr']]);
    expect(await titles('?locale=de')).toEqual([['Prix', 'fr']]);
    expect(await titles('?locale=fr')).toEqual([['Prix', undefined]]);
    await does('PATCH', `/v1/kb/articles/${id}`, { title: 'Prices' });
    expect(await titles('?locale=de')).toEqual([['Prices', undefined]]);
  });

  it('is listed by its freshness there', async () => {
    const { does, send } = await newDesk();
    const { id: collection } = await does('POST', '/v1/kb/collections', { title: 'Start' });
    await does('PATCH', `/v1/kb/collections/${collection}?locale=de`, { title: 'Anfang' });
    const { id } = await does('POST', '/v1/kb/articles', { title: 'Prices', collection, publish: true });
    await does('POST', '/v1/kb/articles', { title: 'English only', collection, publish: true });
    await does('PATCH', `/v1/kb/articles/${id}?locale=de`, { title: 'Preise', publish: true });
    await does('POST', `/v1/kb/articles/${id}/review?locale=de`);
    const reviews = async (query: string) => does('GET', `/kb/reviews?${query}`);

    const { data, counts } = await reviews('freshness=fresh&locale=de');
    expect(counts).toEqual({ fresh: 1, aging: 0, stale: 0 });
    expect(data).toMatchObject([
      { id, title: 'Preise', collection: { title: 'Anfang' }, last_reviewed_at: expect.any(String) },
    ]);
    const tree = await does('GET', '/kb/tree?locale=de');
    const listed = rowsOf(tree.articles).find((row) => row['id'] === id);
    expect(data[0].review_due_at).toBe(listed?.['review_due_at']);

    const past = new Date(Date.now() - 1_000);
    await databaseOf(service.app.system)
      .collection('article_locales')
      .updateMany({ id }, { $set: { aging_at: past, review_due_at: past } });
    expect((await reviews('freshness=stale&locale=de')).counts).toEqual({ fresh: 0, aging: 0, stale: 1 });
    expect((await reviews('freshness=fresh')).counts).toEqual({ fresh: 2, aging: 0, stale: 0 });
    expect((await reviews('freshness=stale&locale=fr')).counts).toEqual({ fresh: 0, aging: 0, stale: 0 });
    expect((await send('GET', '/kb/reviews?freshness=stale&locale=it')).status).toBe(400);
  });

  it('is listed by its votes there, or by all votes', async () => {
    const { does, project } = await newDesk();
    const { id: collection } = await does('POST', '/v1/kb/collections', { title: 'Start' });
    const { id } = await does('POST', '/v1/kb/articles', { title: 'Prices', collection, publish: true });
    await does('PATCH', `/v1/kb/articles/${id}?locale=de`, { title: 'Preise', publish: true });
    const vote = (query: string, visitor_id: string, helpful: boolean) =>
      project.publishable.post(`/v1/kb/articles/${id}/vote${query}`, { helpful, visitor_id });
    await vote('', 'visitor-one', true);
    await vote('', 'visitor-two', true);
    await vote('?locale=de', 'visitor-one', false);
    const votes = async (query: string) =>
      rowsOf((await does('GET', `/kb/votes${query}`)).data).map((row) => [
        row['title'],
        row['helpful_count'],
        row['not_helpful_count'],
      ]);

    expect(await votes('?locale=de')).toEqual([['Preise', 0, 1]]);
    expect(await votes('?locale=en')).toEqual([['Prices', 2, 0]]);
    expect(await votes('?locale=fr')).toEqual([]);
    expect(await votes('')).toEqual([['Prices', 2, 1]]);
  });
});
