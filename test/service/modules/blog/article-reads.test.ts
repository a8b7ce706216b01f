import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const articles = '/v1/blog/articles';

/** Six live articles, two authors, two categories; the newest first: f, e, d, c, b, a. */
async function smallBlog() {
  const project = await service.newProject();
  const [edda, nell] = [await author(project, 'Edda'), await author(project, 'Nell')];
  const [notes, news] = [await category(project, 'Notes'), await category(project, 'News')];
  const rows: [string, object][] = [
    ['a', { authors: [edda], categories: [notes], tags: ['wind'] }],
    ['b', { authors: [nell], categories: [notes], tags: ['Wind', 'sand'] }],
    ['c', { authors: [edda, nell], categories: [notes, news] }],
    ['d', { authors: [edda], tags: ['sand'] }],
    ['e', { categories: [news] }],
    ['f', {}],
  ];
  for (const [i, [title, fields]] of rows.entries()) {
    const published_at = `2024-01-0${i + 1}T00:00:00Z`;
    const made = await project.secret.post(articles, { title, publish: true, published_at, ...fields });
    expect(made.status, made.text).toBe(201);
  }
  await project.secret.post(articles, {
    title: 'draft',
    authors: [edda],
    categories: [notes],
    tags: ['wind'],
  });
  return { project, edda, nell, notes, news };
}

async function author({ secret }: TestProject, name: string): Promise<string> {
  return String((await secret.post('/v1/authors', { name })).body.id);
}

async function category({ secret }: TestProject, name: string): Promise<string> {
  return String((await secret.post('/v1/blog/categories', { name })).body.id);
}

describe('GET /v1/blog/articles', () => {
  it('is an empty list from the first moment of a project', async () => {
    const project = await service.newProject();

    const answer = await project.publishable.get(articles);

    expect(answer.body).toEqual({
      data: [],
      meta: {
        module: 'blog',
        limit: 20,
        has_more: false,
        next_cursor: null,
        next_offset: null,
        release_independent: true,
      },
    });
  });

  it('filters by category and author (slug or id) and tag; all must fit', async () => {
    const { project, edda, news } = await smallBlog();
    const slugs = async (query: string) => {
      const answer = await project.publishable.get(`${articles}?count=true&${query}`);
      expect(answer.status, answer.text).toBe(200);
      const slugs = valuesOf(answer, 'slug');
      expect(answer.body.meta.total).toBe(slugs.length);
      return slugs.join('');
    };

    expect(await slugs('')).toBe('fedcba');
    expect(await slugs('category=notes')).toBe('cba');
    expect(await slugs(`category=${news}`)).toBe('ec');
    expect(await slugs('author=nell')).toBe('cb');
    expect(await slugs(`author=${edda}&category=notes`)).toBe('ca');
    expect(await slugs('tag=wind')).toBe('a');
    expect(await slugs('tag=sand&author=edda')).toBe('d');
    expect(await slugs('tag=nothing')).toBe('');
    expect(await slugs('tag=')).toBe('');
    expect(await slugs('release=rel_ignored&_=1&utm_source=x')).toBe('fedcba');
  });

  it('refuses a category and an author that do not exist, and those of another project', async () => {
    const { project } = await smallBlog();
    const other = await smallBlog();

    for (const name of ['nobody', other.edda, other.news]) {
      expect(await project.publishable.get(`${articles}?author=${name}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_author', param: 'author' } },
      });
      expect(await project.publishable.get(`${articles}?category=${name}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_blog_category', param: 'category' } },
      });
    }
  });

  it.each([
    ['limit=0', 'invalid_limit', 'limit'],
    ['limit=101', 'invalid_limit', 'limit'],
    ['limit=2.5', 'invalid_limit', 'limit'],
    ['limit=', 'invalid_limit', 'limit'],
    ['cursor=abc', 'invalid_cursor', 'cursor'],
    ['offset=2', 'unknown_parameter', 'offset'],
    ['sort=title', 'unknown_parameter', 'sort'],
    ['categorie=notes', 'unknown_parameter', 'categorie'],
    ['tag=a&tag=b', 'invalid_parameter', 'tag'],
    ['count=yes', 'invalid_parameter', 'count'],
    ['media_urls=short', 'invalid_parameter', 'media_urls'],
    [`q=${'x'.repeat(201)}`, 'invalid_parameter', 'q'],
  ])('refuses ?%s with %s', async (query, code, param) => {
    const project = await service.newProject();

    const answer = await project.publishable.get(`${articles}?${query}`);

    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
  });

  it('suggests the parameter that was meant', async () => {
    const project = await service.newProject();

    const answer = await project.publishable.get(`${articles}?categorie=notes`);

    expect(answer.body.error.did_you_mean).toBe('category');
  });

  it('pages by cursor, with the same filters only', async () => {
    const { project } = await smallBlog();
    const first = await project.publishable.get(`${articles}?limit=2&category=notes`);
    const cursor = encodeURIComponent(first.body.meta.next_cursor);

    const second = await project.publishable.get(`${articles}?limit=2&category=notes&cursor=${cursor}`);
    const elsewhere = await project.publishable.get(`${articles}?limit=2&cursor=${cursor}`);
    const stranger = await (
      await smallBlog()
    ).project.publishable.get(`${articles}?limit=2&category=notes&cursor=${cursor}`);

    expect(first.body.meta).toMatchObject({ limit: 2, has_more: true, next_offset: null });
    expect(second.body).toMatchObject({
      data: [{ slug: 'a' }],
      meta: { has_more: false, next_cursor: null, next_offset: null },
    });
    expect([elsewhere, stranger].map(({ status, body }) => [status, body.error?.code])).toEqual([
      [400, 'invalid_cursor'],
      [400, 'invalid_cursor'],
    ]);
  });

  it('orders articles of one date by id', async () => {
    const project = await service.newProject();
    const made = await Promise.all(
      ['x', 'y', 'z'].map((title) =>
        project.secret.post(articles, { title, publish: true, published_at: '2024-01-01' }),
      ),
    );

    const list = await project.publishable.get(articles);

    const ids = made.map(({ body }) => String(body.id));
    expect(valuesOf(list, 'id')).toEqual(ids.sort());
  });

  it('answers 304 to the tag that it gave, until something changes', async () => {
    const { project } = await smallBlog();
    const tag = (await project.publishable.get(articles)).headers.get('ETag') ?? '';

    const same = await project.publishable.get(articles, { 'If-None-Match': tag });
    await project.secret.patch('/v1/authors/edda', { name: 'Edda L.' });
    const changed = await project.publishable.get(articles, { 'If-None-Match': tag });

    expect([same.status, same.text]).toEqual([304, '']);
    expect(changed.status).toBe(200);
    expect(changed.body.data[2].authors).toMatchObject([{ name: 'Edda L.', slug: 'edda' }]);
  });
});
