import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startService();
/** The same service on the same data, two days later. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});
const articles = '/v1/blog/articles';
const article = `${articles}/a`;

function inDays(days: number): string {
  return new Date(service.app.clock.now().getTime() + days * dayMs).toISOString();
}

function twoDaysLater({ secret }: TestProject): ApiClient {
  return new ApiClient(later.url, secret.token);
}

const tomorrow = inDays(1);

const starts = {
  none: null,
  draft: {},
  published: { publish: true },
  scheduled: { publish: true, published_at: tomorrow },
} as const;

/** A fresh project with one article in a state; the events of getting there are counted away. */
async function articleIn(state: keyof typeof starts) {
  const project = await service.newProject();
  const body = starts[state];
  if (body !== null) await project.secret.post(articles, { title: 'A', excerpt: 'old', ...body });
  const before = (await project.events()).length;
  return { project, told: async () => (await project.events()).slice(before) };
}

const read = {
  live: [200, undefined],
  draft: [404, 'blog_article_not_published'],
  scheduled: [404, 'blog_article_scheduled'],
  gone: [404, 'unknown_blog_article'],
} as const;

describe('states of a blog article', () => {
  it.each([
    ['draft', { excerpt: 'new' }, { status: 'draft', seen: 'draft', verbs: [] }],
    ['draft', { publish: true }, { status: 'published', seen: 'live', verbs: ['published'] }],
    ['draft', { publish: false }, { status: 'draft', seen: 'draft', verbs: [] }],
    ['draft', { published_at: '2020-01-01' }, { status: 'draft', seen: 'draft', verbs: [] }],
    [
      'draft',
      { publish: true, published_at: '2020-01-01' },
      { status: 'published', seen: 'live', verbs: ['published'] },
    ],
    [
      'draft',
      { publish: true, published_at: tomorrow },
      { status: 'scheduled', seen: 'scheduled', verbs: [] },
    ],
    ['published', { excerpt: 'new' }, { status: 'published', seen: 'live', verbs: ['updated'] }],
    ['published', { excerpt: 'old' }, { status: 'published', seen: 'live', verbs: [] }],
    ['published', { publish: true }, { status: 'published', seen: 'live', verbs: [] }],
    [
      'published',
      { publish: true, excerpt: 'new' },
      { status: 'published', seen: 'live', verbs: ['updated'] },
    ],
    ['published', { published_at: '2020-01-01' }, { status: 'published', seen: 'live', verbs: ['updated'] }],
    ['published', { publish: false }, { status: 'draft', seen: 'draft', verbs: ['unpublished'] }],
    [
      'published',
      { publish: false, excerpt: 'new' },
      { status: 'draft', seen: 'draft', verbs: ['unpublished'] },
    ],
    ['published', { published_at: tomorrow }, { status: 'scheduled', seen: 'scheduled', verbs: [] }],
    [
      'published',
      { publish: true, published_at: tomorrow },
      { status: 'scheduled', seen: 'scheduled', verbs: [] },
    ],
    ['scheduled', { excerpt: 'new' }, { status: 'scheduled', seen: 'scheduled', verbs: [] }],
    ['scheduled', { publish: false }, { status: 'draft', seen: 'draft', verbs: [] }],
    ['scheduled', { published_at: inDays(3) }, { status: 'scheduled', seen: 'scheduled', verbs: [] }],
    [
      'scheduled',
      { published_at: '2020-01-01' },
      { status: 'published', seen: 'live', verbs: ['published'] },
    ],
    [
      'scheduled',
      { publish: true, published_at: null },
      { status: 'published', seen: 'live', verbs: ['published'] },
    ],
    ['scheduled', { publish: true }, { status: 'scheduled', seen: 'scheduled', verbs: [] }],
  ] as const)('%s, then %j: %o', async (state, change, { status, seen, verbs }) => {
    const { project, told } = await articleIn(state);

    const changed = await project.secret.patch(article, change);

    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.status).toBe(status);
    const answer = await project.publishable.get(article);
    expect([answer.status, answer.body.error?.code]).toEqual(read[seen]);
    expect(await told()).toEqual(verbs.map((verb) => `blog.article.${verb}`));
    const listed = (await project.publishable.get(`${articles}?count=true`)).body;
    expect([listed.data.length, listed.meta.total]).toEqual(seen === 'live' ? [1, 1] : [0, 0]);
  });

  it.each(['draft', 'published', 'scheduled'] as const)('%s, then DELETE: gone', async (state) => {
    const { project, told } = await articleIn(state);

    const deleted = await project.secret.delete(article);

    expect([deleted.status, deleted.text]).toEqual([204, '']);
    const answer = await project.publishable.get(article);
    expect([answer.status, answer.body.error.code]).toEqual(read.gone);
    expect(await told()).toEqual(['blog.article.deleted']);
    expect((await project.secret.delete(article)).status).toBe(404);
    const [data] = (await project.eventData()).slice(-1);
    expect(data).toMatchObject({ slug: 'a', title: 'A', status: state, url: article });
  });

  it('none, then created with a future date and publish: scheduled, told with the date', async () => {
    const { project, told } = await articleIn('none');

    const created = await project.secret.post(articles, {
      title: 'A',
      publish: true,
      published_at: tomorrow,
    });

    expect(created).toMatchObject({
      status: 201,
      body: { status: 'scheduled', scheduled_for: tomorrow, published_at: tomorrow, live_revision: 1 },
    });
    const answer = await project.publishable.get(article);
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'blog_article_scheduled', available_at: tomorrow } },
    });
    expect(answer.body.error.message).toContain(tomorrow);
    expect(await told()).toEqual([]);
  });

  it('keeps a past date that was sent with a draft, and uses it when it is published', async () => {
    const { project } = await articleIn('none');
    const date = '2015-03-04T05:06:07.000Z';

    const draft = await project.secret.post(articles, {
      title: 'A',
      published_at: '2015-03-04T06:06:07+01:00',
    });
    const live = await project.secret.patch(article, { publish: true });
    const again = await project.secret.patch(article, { excerpt: 'later' });

    expect([draft, live, again].map(({ body }) => [body.status, body.published_at])).toEqual([
      ['draft', date],
      ['published', date],
      ['published', date],
    ]);
  });

  it('keeps the date of the first publication through hiding and publishing again', async () => {
    const { project, told } = await articleIn('published');
    const first = await project.secret.get(article);

    await project.secret.patch(article, { publish: false });
    const again = await project.secret.patch(article, { publish: true });

    expect(again.body.published_at).toBe(first.body.published_at);
    expect(await told()).toEqual(['blog.article.unpublished', 'blog.article.published']);
  });

  it('shows an edit of a live article at once, in the same step', async () => {
    const { project } = await articleIn('published');

    const changed = await project.secret.patch(article, { excerpt: 'new', tags: ['t'] });
    const answer = await project.publishable.get(article);

    expect(changed.body).toMatchObject({ revision: 2, live_revision: 2, has_unpublished_changes: false });
    expect(answer.body).toMatchObject({ excerpt: 'new', tags: ['t'], revision: 2 });
    expect(answer.headers.get('ETag')).toMatch(/^"2-/);
  });

  it('warns when a live article is hidden until a date', async () => {
    const { project } = await articleIn('published');

    const hidden = await project.secret.patch(article, { published_at: tomorrow });

    expect(hidden.body.meta.warnings).toMatchObject([{ code: 'hidden_until', param: 'published_at' }]);
    expect(hidden.body.meta.warnings[0].message).toContain(tomorrow);
  });
});

describe('a scheduled blog article', () => {
  it('is read from its date on, whatever the timers do, and counts then', async () => {
    const { project } = await articleIn('scheduled');
    const author = await project.secret.post('/v1/authors', { name: 'Edda' });
    await project.secret.patch(article, { authors: [author.body.id] });

    const before = await project.secret.get('/v1/authors/edda');
    const after = await twoDaysLater(project).get('/v1/authors/edda');
    const answer = await twoDaysLater(project).get(article);
    const list = await twoDaysLater(project).get(`${articles}?author=edda&count=true`);

    expect([before.body.article_count, after.body.article_count]).toEqual([0, 1]);
    expect(answer).toMatchObject({ status: 200, body: { published_at: tomorrow, excerpt: 'old' } });
    expect(list.body).toMatchObject({ data: [{ slug: 'a' }], meta: { total: 1 } });
  });

  it('that is edited after its date tells of its publication first', async () => {
    const { project, told } = await articleIn('scheduled');

    const edited = await twoDaysLater(project).patch(article, { excerpt: 'new' });

    expect(edited.body.status).toBe('published');
    expect(await told()).toEqual(['blog.article.published', 'blog.article.updated']);
  });

  it('that is hidden after its date has a final slug', async () => {
    const { project, told } = await articleIn('scheduled');

    await twoDaysLater(project).patch(article, { publish: false });
    const moved = await twoDaysLater(project).patch(article, { slug: 'b' });

    expect(await told()).toEqual(['blog.article.published', 'blog.article.unpublished']);
    expect(moved).toMatchObject({ status: 409, body: { error: { code: 'slug_is_final' } } });
  });
});
