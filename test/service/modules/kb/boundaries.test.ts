import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();

/** A knowledge base with one of each, and its ids. */
async function filled() {
  const kb = await newKnowledgeBase(service);
  const collection = await kb.collection('Flying');
  const section = await kb.section(collection, 'Lines');
  const { id } = await kb.article('Knots', { section });
  return { kb, collection, section, article: String(id) };
}

const writes = [
  ['POST', '/v1/kb/collections', { title: 'X' }],
  ['PATCH', '/v1/kb/collections/flying', { title: 'X' }],
  ['DELETE', '/v1/kb/collections/flying', undefined],
  ['POST', '/v1/kb/sections', { title: 'X' }],
  ['PATCH', '/v1/kb/sections/lines', { title: 'X' }],
  ['DELETE', '/v1/kb/sections/lines', undefined],
  ['POST', '/v1/kb/articles', { title: 'X' }],
  ['PATCH', '/v1/kb/articles/knots', { title: 'X' }],
  ['DELETE', '/v1/kb/articles/knots', undefined],
  ['POST', '/v1/kb/articles/knots/review', undefined],
] as const;

describe('keys', () => {
  it.each(writes)('%s %s refuses a publishable key', async (method, path, body) => {
    const { kb } = await filled();
    const before = await kb.secret.get('/v1/kb/tree');

    const answer = await kb.publishable.send(method, path, { body });

    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'secret_key_required' } } });
    expect((await kb.secret.get('/v1/kb/tree')).body).toEqual(before.body);
  });
});

describe('another project', () => {
  it('shows nothing of this one, by slug or by id, in lists or in paths', async () => {
    const { collection, section, article } = await filled();
    const other = await newKnowledgeBase(service);

    for (const list of ['tree', 'collections', 'sections', 'articles', 'articles?q=knots']) {
      expect((await other.secret.get(`/v1/kb/${list}`)).body.data, list).toEqual([]);
    }
    const paths = [
      [`collections/${collection}`, 'unknown_kb_collection'],
      [`sections/${section}`, 'unknown_kb_section'],
      [`articles/${article}`, 'unknown_kb_article'],
      ['collections/flying', 'unknown_kb_collection'],
      ['sections/lines', 'unknown_kb_section'],
      ['articles/knots', 'unknown_kb_article'],
    ] as const;
    for (const [path, code] of paths) {
      const read = await other.secret.get(`/v1/kb/${path}`);
      const change = await other.secret.patch(`/v1/kb/${path}`, { title: 'X' });
      const removal = await other.secret.delete(`/v1/kb/${path}`);
      for (const answer of [read, change, removal])
        expect(answer, path).toMatchObject({ status: 404, body: { error: { code } } });
    }
  });

  it('cannot write this one’s ids, vote on its articles or review them', async () => {
    const { kb, collection, section, article } = await filled();
    const other = await newKnowledgeBase(service);
    const own = await other.collection('Own');
    const post = async (path: string, body: object) => {
      const answer = await other.secret.post(`/v1/kb/${path}`, body);
      return [answer.status, answer.body.error?.code];
    };

    expect(await post('sections', { title: 'X', collection })).toEqual([404, 'unknown_kb_collection']);
    expect(await post('articles', { title: 'X', collection })).toEqual([404, 'unknown_kb_collection']);
    expect(await post('articles', { title: 'X', section })).toEqual([404, 'unknown_kb_section']);
    expect(await post('articles', { title: 'X', collection: own, section })).toEqual([
      404,
      'unknown_kb_section',
    ]);
    expect(await post(`articles/${article}/vote`, { helpful: true })).toEqual([404, 'unknown_kb_article']);
    expect(await post(`articles/${article}/review`, {})).toEqual([404, 'unknown_kb_article']);
    const read = await kb.secret.get('/v1/kb/articles/knots');
    expect(read.body).toMatchObject({ helpful_count: 0, last_reviewed_at: null });
  });
});

describe('links of custom types into the knowledge base', () => {
  it('read in one shape, follow a rename at once, and read null for what is gone or not live', async () => {
    const { kb, collection, section, article } = await filled();
    const link = (key: string, target: string) => ({ key, type: 'link', options: { target } });
    await kb.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        link('article', 'kb_article'),
        link('collection', 'kb_collection'),
        link('section', 'kb_section'),
        { key: 'articles', type: 'link_list', options: { target: 'kb_article' } },
      ],
    });
    const draft = await kb.article('Draft', { section, publish: false });
    const created = await kb.secret.post('/v1/content/page/entries', {
      values: { article, collection, section, articles: [draft.id, article] },
      publish: true,
    });
    expect(created.status, created.text).toBe(201);
    expect(created.body.meta.warnings).toMatchObject([{ code: 'reference_unpublished' }]);
    const values = async () => (await kb.publishable.get(`/v1/content/page/${created.body.id}`)).body.values;

    const url = '/v1/kb/articles/knots';
    const shown = { id: article, type: 'kb_article', title: 'Knots', slug: 'knots', url };
    expect(await values()).toMatchObject({
      article: shown,
      collection: { id: collection, type: 'kb_collection', title: 'Flying', slug: 'flying', url: null },
      section: { id: section, type: 'kb_section', title: 'Lines', slug: 'lines', url: null },
      articles: [null, shown],
    });

    await kb.secret.patch('/v1/kb/articles/knots', { title: 'All knots' });
    await kb.secret.patch('/v1/kb/collections/flying', { title: 'Kites', slug: 'kites' });
    expect(await values()).toMatchObject({
      article: { title: 'All knots' },
      collection: { title: 'Kites', slug: 'kites' },
    });

    await kb.secret.patch('/v1/kb/articles/knots', { archived: true });
    expect(await values()).toMatchObject({ article: null, articles: [null, null] });
  });

  it('refuses an id of another kind by name', async () => {
    const { kb, collection } = await filled();
    await kb.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'about', type: 'link', options: { target: 'kb_article' } },
      ],
    });

    const answer = await kb.secret.post('/v1/content/page/entries', { values: { about: collection } });

    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_link', param: 'about', expected: 'kb_article', got: 'kb_collection' } },
    });
  });
});

describe('races', () => {
  it('never leave an article on a shelf that is gone', async () => {
    const kb = await newKnowledgeBase(service);
    const collection = await kb.collection('Flying');

    const [removal, creation] = await Promise.all([
      kb.secret.delete('/v1/kb/collections/flying'),
      kb.secret.post('/v1/kb/articles', { title: 'A', collection, publish: true }),
    ]);

    const outcome = [removal.status, creation.status];
    expect([
      [204, 404],
      [409, 201],
    ]).toContainEqual(outcome);
    expect((await kb.secret.get('/v1/kb/articles')).status).toBe(200);
  });
});
