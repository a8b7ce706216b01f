import { describe, expect, it } from 'vitest';
import { scheduledKbArticles } from '../../../../src/modules/kb/articles/service.ts';
import { ApiClient } from '../../../support/client.ts';
import { startService, withLocales } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';
import { tester } from '../../../support/actor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startService();
/** The same service on the same data, two days later. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});
const inDays = (days: number) => new Date(service.app.clock.now().getTime() + days * dayMs).toISOString();
const tomorrow = inDays(1);
const path = '/v1/kb/articles/a';

const starts = {
  draft: {},
  published: { publish: true },
  scheduled: { publish: true, published_at: tomorrow },
  archived: { archived: true },
} as const;

const seenAs = {
  draft: [404, 'kb_article_not_published'],
  published: [200, undefined],
  scheduled: [404, 'kb_article_scheduled'],
  archived: [404, 'kb_article_archived'],
} as const;

/** A knowledge base with one article in a state; `told` are the events since then. */
async function articleIn(state: keyof typeof starts) {
  const kb = await newKnowledgeBase(service);
  const collection = await kb.collection('Flying');
  const { body } = await kb.secret.post('/v1/kb/articles', {
    title: 'A',
    excerpt: 'old',
    collection,
    ...starts[state],
  });
  expect(body.status).toBe(state);
  const before = (await kb.events()).length;
  return { kb, collection, told: async () => (await kb.events()).slice(before) };
}

describe('states of a knowledge base article', () => {
  it.each([
    ['draft', { excerpt: 'new' }, 'draft', []],
    ['draft', { publish: true }, 'published', ['published']],
    ['draft', { publish: true, published_at: '2020-01-01' }, 'published', ['published']],
    ['draft', { publish: true, published_at: tomorrow }, 'scheduled', []],
    ['draft', { archived: true }, 'archived', []],
    ['draft', { archived: false }, 'draft', []],
    ['published', { excerpt: 'new' }, 'published', ['updated']],
    ['published', { excerpt: 'old' }, 'published', []],
    ['published', { publish: true }, 'published', []],
    ['published', { position: 5 }, 'published', ['updated']],
    ['published', { publish: false }, 'draft', ['unpublished']],
    ['published', { published_at: tomorrow }, 'scheduled', []],
    ['published', { archived: true }, 'archived', ['unpublished']],
    ['published', { archived: true, excerpt: 'new' }, 'archived', ['unpublished']],
    ['scheduled', { excerpt: 'new' }, 'scheduled', []],
    ['scheduled', { publish: false }, 'draft', []],
    ['scheduled', { published_at: '2020-01-01' }, 'published', ['published']],
    ['scheduled', { publish: true, published_at: null }, 'published', ['published']],
    ['scheduled', { archived: true }, 'archived', []],
    ['archived', { excerpt: 'new' }, 'archived', []],
    ['archived', { archived: true }, 'archived', []],
    ['archived', { archived: false }, 'draft', []],
    ['archived', { archived: false, publish: true }, 'published', ['published']],
    ['archived', { archived: false, publish: true, published_at: tomorrow }, 'scheduled', []],
    ['archived', { publish: true }, 'published', ['published']],
    ['archived', { publish: false }, 'draft', []],
  ] as const)('%s, then %j: %s, telling %j', async (state, change, status, verbs) => {
    const { kb, told } = await articleIn(state);

    const changed = await kb.secret.patch(path, change);

    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({ status, archived: status === 'archived' });
    const read = await kb.publishable.get(path);
    expect([read.status, read.body.error?.code]).toEqual(seenAs[status]);
    expect(await told()).toEqual(verbs.map((verb) => `kb.article.${verb}`));
    const count = status === 'published' ? 1 : 0;
    expect((await kb.publishable.get('/v1/kb/tree')).body.data).toMatchObject([{ article_count: count }]);
    expect(await kb.slugs()).toHaveLength(count);
  });

  it.each(['draft', 'published', 'scheduled', 'archived'] as const)(
    'DELETE from %s removes it for good and tells it',
    async (state) => {
      const { kb, told } = await articleIn(state);

      const answer = await kb.secret.delete(path);

      expect(answer.status).toBe(204);
      expect(await kb.publishable.get(path)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_kb_article' } },
      });
      expect(await told()).toEqual(['kb.article.deleted']);
      expect((await kb.publishable.get('/v1/kb/tree')).body.data).toMatchObject([{ article_count: 0 }]);
      expect((await kb.secret.delete('/v1/kb/collections/flying')).status).toBe(204);
    },
  );

  it('names the date of a scheduled article', async () => {
    const { kb } = await articleIn('scheduled');

    const answer = await kb.publishable.get(path);

    expect(answer.body.error).toMatchObject({ code: 'kb_article_scheduled', available_at: tomorrow });
    expect(answer.body.error.message).toContain(tomorrow);
  });

  it('shows a scheduled article at its date in reads, lists, filters and counts, without a timer', async () => {
    const { kb, collection } = await articleIn('scheduled');
    const section = await kb.section(collection, 'Lines');
    await kb.article('B', { section, publish: true, published_at: tomorrow });
    const then = new ApiClient(later.url, kb.publishable.token);

    const article = await then.get(path);
    const list = await then.get('/v1/kb/articles?count=true');
    const inSection = await then.get('/v1/kb/articles?section=lines');
    const found = await then.get('/v1/kb/articles?q=b');
    const tree = await then.get('/v1/kb/tree');

    expect(article).toMatchObject({ status: 200, body: { published_at: tomorrow } });
    expect(list.body).toMatchObject({ data: [{ slug: 'a' }, { slug: 'b' }], meta: { total: 2 } });
    expect(inSection.body.data).toMatchObject([{ slug: 'b' }]);
    expect(found.body.data).toMatchObject([{ slug: 'b' }]);
    expect(tree.body.data).toMatchObject([{ article_count: 2, sections: [{ article_count: 1 }] }]);
    expect((await kb.publishable.get('/v1/kb/tree')).body.data).toMatchObject([{ article_count: 0 }]);
  });

  it('an edit after the date tells of the publication first', async () => {
    const { kb, told } = await articleIn('scheduled');
    const then = new ApiClient(later.url, kb.secret.token);

    const answer = await then.patch(path, { excerpt: 'new' });

    expect(answer.body.status).toBe('published');
    expect(await told()).toEqual(['kb.article.published', 'kb.article.updated']);
    expect((await then.get('/v1/kb/tree')).body.data).toMatchObject([{ article_count: 1 }]);
  });

  it('is counted once from its date on, before and after the date was told, and no more when it is hidden', async () => {
    const { kb } = await articleIn('scheduled');
    const then = new ApiClient(later.url, kb.secret.token);
    const counts = async () => {
      const [collection] = (await then.get('/v1/kb/tree')).body.data;
      return [collection.article_count, (await then.get('/v1/kb/articles?count=true')).body.meta.total];
    };
    const { body } = await then.get(path);

    expect(await counts()).toEqual([1, 1]);
    await scheduledKbArticles.applyDueChanges(await later.app.contextsOf(tester).release(kb.id), [body.id]);
    expect(await counts()).toEqual([1, 1]);
    await then.patch(path, { publish: false });
    expect(await counts()).toEqual([0, 0]);
  });

  it('sends id, slug, title, status, dates and url with an event, never content', async () => {
    const { kb } = await articleIn('published');
    const { body } = await kb.secret.get(path);

    const [data] = await kb.eventData();

    expect(data).toEqual({
      id: body.id,
      slug: 'a',
      title: 'A',
      status: 'published',
      published_at: body.published_at,
      updated_at: body.updated_at,
      url: path,
      ...withLocales({ locales: [{ locale: 'en', change: 'published', url: `${path}?locale=en` }] }),
    });
  });
});
