import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const tomorrow = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(24 * 60 * 60 * 1000),
});

async function newArticle() {
  const kb = await newKnowledgeBase(service);
  const collection = await kb.collection('Flying');
  const article = await kb.article('Knots', { collection });
  const path = '/v1/kb/articles/knots/vote';
  const counts = async () => {
    const { body } = await kb.secret.get('/v1/kb/articles/knots');
    return [body.helpful_count, body.not_helpful_count];
  };
  return { kb, article, path, counts };
}

describe('POST /v1/kb/articles/{slug}/vote', () => {
  it('with a secret key counts every vote, and answers the counts', async () => {
    const { kb, path, counts } = await newArticle();

    const first = await kb.secret.post(path, { helpful: true });
    const second = await kb.secret.post(path, { helpful: true });
    const third = await kb.secret.post(path, { helpful: false });

    expect(first, first.text).toMatchObject({ status: 200 });
    expect(first.body).toEqual({ slug: 'knots', helpful_count: 1, not_helpful_count: 0 });
    expect(second.body.helpful_count).toBe(2);
    expect(third.body).toEqual({ slug: 'knots', helpful_count: 2, not_helpful_count: 1 });
    expect(await counts()).toEqual([2, 1]);
  });

  it('lets the second vote of a visitor replace the first, on each article by itself', async () => {
    const { kb, path, article } = await newArticle();
    await kb.article('Lines', { collection: article.collection.id });

    await kb.secret.post(path, { helpful: true, visitor_id: 'ann' });
    await kb.secret.post(path, { helpful: true, visitor_id: 'bob' });
    const changed = await kb.publishable.post(path, { helpful: false, visitor_id: 'ann' });
    const same = await kb.secret.post(path, { helpful: false, visitor_id: 'ann' });
    const other = await kb.secret.post('/v1/kb/articles/lines/vote', { helpful: true, visitor_id: 'ann' });

    expect(changed.body).toEqual({ slug: 'knots', helpful_count: 1, not_helpful_count: 1 });
    expect(same.body).toEqual(changed.body);
    expect(other.body).toEqual({ slug: 'lines', helpful_count: 1, not_helpful_count: 0 });
  });

  it('with a publishable key lets the address stand for the visitor, until the day is over', async () => {
    const { kb, path } = await newArticle();
    const later = new ApiClient(tomorrow.url, kb.publishable.token);

    await kb.publishable.post(path, { helpful: true });
    const today = await kb.publishable.post(path, { helpful: false });
    const nextDay = await later.post(path, { helpful: false });

    expect(today.body).toMatchObject({ helpful_count: 0, not_helpful_count: 1 });
    expect(nextDay.body).toMatchObject({ helpful_count: 0, not_helpful_count: 2 });
  });

  it('stores no address and no visitor_id', async () => {
    const { kb, path } = await newArticle();
    await kb.publishable.post(path, { helpful: true });
    await kb.publishable.post(path, { helpful: true, visitor_id: 'ann@example.org' });

    const stored = await databaseOf(service.app.system)
      .collection('kb_votes')
      .find({ project_id: kb.id })
      .toArray();

    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/127\.0\.0\.1|ann@/);
    expect(stored.filter(({ forget_at }) => forget_at === null)).toHaveLength(1);
  });

  it('takes {vote: "helpful" | "not_helpful"} as well', async () => {
    const { kb, path } = await newArticle();

    const yes = await kb.secret.post(path, { vote: 'helpful' });
    const no = await kb.secret.post(path, { vote: 'not_helpful' });

    expect(yes.body).toMatchObject({ helpful_count: 1, not_helpful_count: 0 });
    expect(no.body).toMatchObject({ helpful_count: 1, not_helpful_count: 1 });
  });

  it.each([
    [{}, 'missing_required_field', 'helpful'],
    [{ helpful: 'yes' }, 'invalid_field_value', 'helpful'],
    [{ vote: 'yes' }, 'invalid_field_value', 'vote'],
    [{ helpful: true, vote: 'helpful' }, 'invalid_field_value', 'helpful'],
    [{ helpful: true, visitor_id: 'x'.repeat(65) }, 'invalid_field_value', 'visitor_id'],
    [{ helpful: true, visitor_id: 7 }, 'invalid_field_value', 'visitor_id'],
    [{ helpful: true, rating: 5 }, 'unknown_field', 'rating'],
  ])('refuses %j with %s', async (body, code, param) => {
    const { kb, path, counts } = await newArticle();

    const answer = await kb.secret.post(path, body);

    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
    expect(await counts()).toEqual([0, 0]);
  });

  it('answers the reading error of an article that is not live', async () => {
    const { kb, article } = await newArticle();
    const collection = article.collection.id;
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await kb.article('Draft', { collection, publish: false });
    await kb.article('Soon', { collection, published_at: soon });
    await kb.secret.post('/v1/kb/articles', { title: 'Old', collection, archived: true });

    const codes: string[] = [];
    for (const slug of ['draft', 'soon', 'old', 'none']) {
      const answer = await kb.publishable.post(`/v1/kb/articles/${slug}/vote`, { helpful: true });
      expect(answer.status).toBe(404);
      codes.push(answer.body.error.code);
    }

    expect(codes).toEqual([
      'kb_article_not_published',
      'kb_article_scheduled',
      'kb_article_archived',
      'unknown_kb_article',
    ]);
  });

  it('sends no event, keeps updated_at and does not move the project’s revision', async () => {
    const { kb, path } = await newArticle();
    const before = await kb.secret.get('/v1/kb/articles/knots');
    const row = () =>
      databaseOf(service.app.system)
        .collection('projects')
        .findOne({ _id: kb.id as never });
    const projectBefore = await row();

    await kb.secret.post(path, { helpful: true });

    // Counts in reads may be ten seconds old; nobody asked with this key yet.
    const after = await kb.publishable.get('/v1/kb/articles/knots');
    expect(after.body).toEqual({ ...before.body, helpful_count: 1 });
    expect(await row()).toEqual(projectBefore);
    expect(await kb.events()).toEqual(['kb.article.published']);
  });

  it('counts 1,000 votes exactly, 200 at a time, in transactions that meet', async () => {
    const { kb, path, counts, article } = await newArticle();
    const byId = `/v1/kb/articles/${article.id}/vote`; // gathered apart from those by slug
    const other = new ApiClient(tomorrow.url, kb.secret.token);
    const seen: number[] = [];
    const vote = async (body: object, i: number) => {
      const answer = await (i % 2 === 0 ? kb.secret.post(path, body) : other.post(byId, body));
      expect(answer.status, answer.text).toBe(200);
      seen.push(answer.body.helpful_count + answer.body.not_helpful_count);
    };
    // 400 votes without a name; then 300 visitors say yes, and no when they are asked again.
    const nameless = Array.from({ length: 400 }, (_, i) => ({ helpful: i % 4 !== 0 }));
    const visitors = Array.from({ length: 300 }, (_, i) => `visitor ${i}`);
    const first = visitors.map((visitor_id) => ({ helpful: true, visitor_id }));
    const second = visitors.map((visitor_id) => ({ helpful: false, visitor_id }));

    for (const bodies of [nameless, first, second])
      for (let start = 0; start < bodies.length; start += 200)
        await Promise.all(bodies.slice(start, start + 200).map(vote));

    expect(await counts()).toEqual([300, 100 + 300]);
    expect(Math.max(...seen)).toBe(700);
  }, 60_000);

  it('goes with its article, once that is removed from the trash', async () => {
    const { kb, path, article } = await newArticle();
    await kb.secret.post(path, { helpful: true, visitor_id: 'ann' });

    await kb.secret.delete('/v1/kb/articles/knots');
    const member = await signedIn(service, kb.id, 'editor');
    await member.send('POST', `/projects/${kb.id}/trash/remove`, { ids: [article.id] });

    for (const name of ['kb_votes', 'kb_vote_totals'])
      expect(
        await databaseOf(service.app.system).collection(name).countDocuments({ project_id: kb.id }),
        name,
      ).toBe(0);
    const again = await kb.article('Knots', { collection: article.collection.id });
    expect(again.helpful_count).toBe(0);
  });
});

describe('the vote budget', () => {
  it('is spent by votes alone, and a publishable key may use it', async () => {
    const tight = await startService({ RATE_VOTE: '2' });
    const kb = await newKnowledgeBase(tight);
    await kb.article('Knots', { collection: await kb.collection('Flying') });
    const path = '/v1/kb/articles/knots/vote';

    const first = await kb.publishable.post(path, { helpful: true });
    await kb.publishable.post(path, { helpful: true });
    const third = await kb.publishable.post(path, { helpful: true });

    expect(first.headers.get('X-RateLimit-Limit-vote')).toBe('2');
    expect(first.headers.get('X-RateLimit-Remaining-vote')).toBe('1');
    expect(first.headers.get('X-RateLimit-Limit-write')).toBeNull();
    expect(third).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect((await kb.publishable.get('/v1/kb/articles/knots')).status).toBe(200);
  });
});
