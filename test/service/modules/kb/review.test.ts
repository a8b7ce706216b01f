import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';
import { type KnowledgeBase, newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startService();
const inDays = async (days: number) =>
  startService({
    MONGODB_DB: service.app.config.MONGODB_DB,
    CLOCK_OFFSET_MS: String(days * dayMs),
  });
const [day6, day12] = await Promise.all([inDays(6), inDays(12)]);
const on = (later: { url: string }, kb: KnowledgeBase) => new ApiClient(later.url, kb.secret.token);

/** Three articles, reviewed every 10, 20 and 180 days. */
async function newArticles() {
  const kb = await newKnowledgeBase(service);
  const collection = await kb.collection('Flying');
  await kb.article('Ten', { collection, review_interval_days: 10 });
  await kb.article('Twenty', { collection, review_interval_days: 20 });
  await kb.article('Default', { collection });
  return kb;
}

describe('freshness of knowledge base articles', () => {
  it('is fresh, aging, then stale, on each article’s own interval', async () => {
    const kb = await newArticles();
    const verdicts = async (client: ApiClient) => {
      const { body } = await client.get('/v1/kb/articles');
      return (body.data as { freshness: string }[]).map(({ freshness }) => freshness);
    };

    expect(await verdicts(kb.secret)).toEqual(['fresh', 'fresh', 'fresh']);
    expect(await verdicts(on(day6, kb))).toEqual(['aging', 'fresh', 'fresh']);
    expect(await verdicts(on(day12, kb))).toEqual(['stale', 'aging', 'fresh']);
    const single = await on(day12, kb).get('/v1/kb/articles/ten');
    expect(single.body).toMatchObject({
      freshness: 'stale',
      review_interval_days: 10,
      last_reviewed_at: null,
    });
  });

  it('can be filtered by', async () => {
    const kb = await newArticles();
    const found = async (freshness: string) => {
      const { body } = await on(day12, kb).get(`/v1/kb/articles?freshness=${freshness}&count=true`);
      expect(body.meta.total).toBe(body.data.length);
      return (body.data as { slug: string }[]).map(({ slug }) => slug);
    };

    expect(await found('fresh')).toEqual(['default']);
    expect(await found('aging')).toEqual(['twenty']);
    expect(await found('stale')).toEqual(['ten']);
  });

  it('begins anew with an edit that readers see', async () => {
    const kb = await newArticles();

    await on(day12, kb).patch('/v1/kb/articles/ten', { excerpt: 'Seen again.' });

    const read = await on(day12, kb).get('/v1/kb/articles/ten');
    expect(read.body.freshness).toBe('fresh');
  });
});

describe('POST /v1/kb/articles/{slug}/review', () => {
  it('makes an article fresh again, without an event and without a new updated_at', async () => {
    const kb = await newArticles();
    const before = await on(day12, kb).get('/v1/kb/articles/ten');

    const answer = await on(day12, kb).post('/v1/kb/articles/ten/review');

    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      freshness: 'fresh',
      status: 'published',
      updated_at: before.body.updated_at,
    });
    const after = await on(day12, kb).get('/v1/kb/articles/ten');
    expect(after.body).toEqual({
      ...before.body,
      freshness: 'fresh',
      last_reviewed_at: answer.body.last_reviewed_at,
      review_due_at: new Date(Date.parse(answer.body.last_reviewed_at) + 10 * dayMs).toISOString(),
    });
    expect(await kb.events()).toHaveLength(3);
  });

  it('survives later edits of the article', async () => {
    const kb = await newArticles();
    const { body } = await kb.secret.post('/v1/kb/articles/ten/review', {});

    await kb.secret.patch('/v1/kb/articles/ten', { excerpt: 'New' });

    const read = await kb.secret.get('/v1/kb/articles/ten');
    expect(read.body.last_reviewed_at).toBe(body.last_reviewed_at);
  });

  it('refuses a publishable key, an unknown article, a stale If-Match, a body with keys and one that is a text', async () => {
    const kb = await newArticles();
    const path = '/v1/kb/articles/ten/review';

    const publishable = await kb.publishable.post(path);
    const unknown = await kb.secret.post('/v1/kb/articles/none/review');
    const stale = await kb.secret.post(path, undefined, { 'If-Match': '"5"' });
    const keys = await kb.secret.post(path, { by: 'me' });
    const text = await kb.secret.send('POST', path, { raw: '""' });
    const trial = await kb.secret.post(`${path}?dry_run=true`);

    expect(publishable).toMatchObject({ status: 403, body: { error: { code: 'secret_key_required' } } });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'unknown_kb_article' } } });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'revision_conflict' } } });
    expect(keys).toMatchObject({ status: 400, body: { error: { code: 'unknown_field', param: 'by' } } });
    expect(text).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
    expect(trial).toMatchObject({ status: 200, body: { meta: { dry_run: true } } });
    expect((await kb.secret.get('/v1/kb/articles/ten')).body.last_reviewed_at).toBeNull();
  });
});
