import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startService();
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});

/** A project with a type that links to one kind of target, singly and in a list. */
async function linking(target: string): Promise<TestProject & { link(values: object): Promise<any> }> {
  const project = await service.newProject();
  const fields = [
    { key: 'one', type: 'link', options: { target } },
    { key: 'many', type: 'link_list', options: { target } },
  ];
  await project.secret.put('/v1/schema/content-types/page', { fields });
  const link = async (values: object) =>
    (await project.secret.post('/v1/content/page/entries', { values, publish: true })).body;
  return { ...project, link };
}

async function valuesIn(client: ApiClient): Promise<unknown> {
  return (await client.get('/v1/content/page')).body.data[0].values;
}

describe('links of custom content', () => {
  it.each([
    ['author', '/v1/authors', { name: 'Edda' }],
    ['blog_category', '/v1/blog/categories', { name: 'Edda' }],
    ['blog_article', '/v1/blog/articles', { title: 'Edda', publish: true }],
  ] as const)('lead to %s in one shape, and a rename shows at once', async (type, path, body) => {
    const project = await linking(type);
    const { id } = (await project.secret.post(path, body)).body;

    await project.link({ one: id, many: [id] });
    const link = { id, type, title: 'Edda', slug: 'edda', url: `${path}/edda` };
    expect(await valuesIn(project.publishable)).toEqual({ one: link, many: [link] });

    const name = 'title' in body ? 'title' : 'name';
    await project.secret.patch(`${path}/edda`, { [name]: 'Renamed' });
    const renamed = { ...link, title: 'Renamed' };
    expect(await valuesIn(project.publishable)).toEqual({ one: renamed, many: [renamed] });

    await project.secret.delete(`${path}/edda`);
    expect(await valuesIn(project.publishable)).toEqual({ one: null, many: [null] });
  });

  it('read null while the article is a draft or scheduled, and lead there from its date on', async () => {
    const project = await linking('blog_article');
    const tomorrow = new Date(service.app.clock.now().getTime() + dayMs).toISOString();
    const write = async (title: string, fields: object) =>
      (await project.secret.post('/v1/blog/articles', { title, ...fields })).body.id;
    const draft = await write('Draft', {});
    const scheduled = await write('Soon', { publish: true, published_at: tomorrow });
    const live = await write('Live', { publish: true });

    const created = await project.link({ one: scheduled, many: [draft, live, scheduled] });

    expect(created.meta.warnings).toMatchObject([
      { code: 'reference_unpublished', param: 'one' },
      { code: 'reference_unpublished', param: 'many' },
      { code: 'reference_unpublished', param: 'many' },
    ]);
    expect(await valuesIn(project.publishable)).toMatchObject({
      one: null,
      many: [null, { id: live }, null],
    });
    const client = new ApiClient(later.url, project.secret.token);
    expect(await valuesIn(client)).toMatchObject({
      one: { id: scheduled, slug: 'soon' },
      many: [null, { id: live }, { id: scheduled }],
    });
  });

  it('are refused when the id is of another kind or another project, and say which', async () => {
    const project = await linking('blog_category');
    const author = (await project.secret.post('/v1/authors', { name: 'Edda' })).body.id;
    const foreign = (await (await service.newProject()).secret.post('/v1/blog/categories', { name: 'A' }))
      .body.id;

    const wrongKind = await project.link({ one: author });
    const nothing = await project.link({ many: [foreign] });

    expect(wrongKind.error).toMatchObject({
      code: 'unknown_link',
      param: 'one',
      expected: 'blog_category',
      got: 'author',
    });
    expect(nothing.error).toMatchObject({ code: 'unknown_link', param: 'many', got: 'nothing' });
  });
});

describe('links in the body of a blog article', () => {
  it('lead to authors, categories and articles, and become plain text when those are gone', async () => {
    const { secret, publishable } = await service.newProject();
    const author = (await secret.post('/v1/authors', { name: 'Edda' })).body.id;
    const category = (await secret.post('/v1/blog/categories', { name: 'News' })).body.id;
    const other = (await secret.post('/v1/blog/articles', { title: 'Other', publish: true })).body.id;
    const refs = [
      ['author', author],
      ['blog_category', category],
      ['blog_article', other],
    ];
    const content = refs.map(([type, id]) => ({
      type: 'text',
      text: `to ${type} `,
      marks: [{ type: 'link', attrs: { ref: { type, id } } }],
    }));
    const body = { content: [{ type: 'paragraph', content }] };
    await secret.post('/v1/blog/articles', { title: 'A', body, publish: true });
    const hrefs = async () =>
      [
        ...String((await publishable.get('/v1/blog/articles/a')).body.body.html).matchAll(/href="([^"]*)"/g),
      ].map((match) => match[1]);

    expect(await hrefs()).toEqual([
      '/v1/authors/edda',
      '/v1/blog/categories/news',
      '/v1/blog/articles/other',
    ]);
    await secret.delete('/v1/authors/edda');
    await secret.patch('/v1/blog/articles/other', { publish: false });
    expect(await hrefs()).toEqual(['/v1/blog/categories/news']);
  });
});

describe('links from articles to an entry', () => {
  it('are named by referenced-by, after and before those of entries, and protect the entry', async () => {
    const { secret } = await service.newProject();
    const fields = [
      { key: 'title', type: 'string' },
      { key: 'next', type: 'reference', options: { content_type: 'page' } },
    ];
    await secret.put('/v1/schema/content-types/page', { fields });
    const entry = async (values: object) =>
      String((await secret.post('/v1/content/page/entries', { values, publish: true })).body.id);
    const target = await entry({ title: 'Target' });
    const other = await entry({ title: 'Other', next: target });
    const marks = [{ type: 'link', attrs: { ref: { type: 'entry', id: target } } }];
    const body = { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }] };
    const { id: collection } = (await secret.post('/v1/kb/collections', { title: 'C' })).body;
    await secret.post('/v1/blog/articles', { title: 'A', body, publish: true });
    await secret.post('/v1/kb/articles', { title: 'K', body, collection });

    const path = `/v1/content/page/${target}`;
    const places: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const answer = await secret.get(`${path}/referenced-by?limit=1${cursor}`);
      places.push(...answer.body.data);
      cursor = `&cursor=${answer.body.meta.next_cursor}`;
      expect(answer.body.meta.has_more).toBe(page < 2);
    }
    const refused = await secret.delete(path);
    await secret.delete('/v1/blog/articles/a');
    await secret.delete('/v1/kb/articles/k');
    await secret.delete(`/v1/content/page/${other}`);
    const deleted = await secret.delete(path);

    expect(places).toMatchObject([
      { type: 'blog_article', slug: 'a', title: 'A', field: 'body', live: true, url: '/v1/blog/articles/a' },
      { type: 'entry', id: other, field: 'next', live: true },
      { type: 'kb_article', slug: 'k', field: 'body', live: false, url: '/v1/kb/articles/k' },
    ]);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'entry_referenced' } } });
    expect(refused.body.error.referenced_by).toEqual(places);
    expect(deleted.status).toBe(204);
  });
});
