import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

async function edited() {
  const project = await service.newProject();
  const editor = await signedIn(service, project.id, 'editor');
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    editor.send(method, `/projects/${project.id}${path}`, body, headers);
  const make = async (path: string, body: object) =>
    expectDone(await project.secret.post(path, body)) as { id: string; slug: string };
  return { project, send, make };
}

describe('the draft of a blog article', () => {
  it('is saved beside what is live, in the form in which it was written', async () => {
    const { project, send, make } = await edited();
    const author = await make('/v1/authors', { name: 'Ada' });
    const { slug } = await make('/v1/blog/articles', { title: 'Live', publish: true });
    const body = { version: 2, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'New' }] }] };

    const saved = await send('PATCH', `/blog/articles/${slug}`, {
      title: 'Drafted',
      authors: [author.id],
      seo: { title: 'Own' },
      body,
    });

    expect(saved.body).toMatchObject({
      title: 'Drafted',
      status: 'published',
      has_unpublished_changes: true,
      slug_is_final: true,
      draft: { authors: [author.id], seo: { title: 'Own', description: '' }, body },
      live: { title: 'Live' },
      seo: { title: 'Own', description: 'New' },
      targets: { [author.id]: { title: 'Ada', live: true } },
      kb: null,
    });
    expect((await project.secret.get(`/v1/blog/articles/${slug}`)).body.title).toBe('Live');
    const { slug: _slug, ...draft } = saved.body.draft;
    expect((await send('PATCH', `/blog/articles/${slug}`, draft)).body.revision).toBe(saved.body.revision);
    await send('PATCH', `/v1/blog/articles/${slug}`, { publish: true });
    expect((await project.secret.get(`/v1/blog/articles/${slug}`)).body.title).toBe('Drafted');
  });

  it('begins as a draft, takes no publication and no foreign article', async () => {
    const { send } = await edited();
    const other = await edited();
    const theirs = await other.make('/v1/blog/articles', { title: 'Theirs' });

    const begun = await send('POST', '/blog/articles', { title: 'Begun' });

    expect(begun).toMatchObject({
      status: 201,
      body: { status: 'draft', slug: 'begun', slug_is_final: false },
    });
    const answers = [
      await send('POST', '/blog/articles', { title: 'x', publish: true }),
      await send('POST', '/blog/articles', {}),
      await send('PATCH', '/blog/articles/begun', {}),
      await send('PATCH', '/blog/articles/begun', { title: 'y' }, { 'If-Match': '"99"' }),
      await send('GET', `/blog/articles/${theirs.id}`),
      await send('PATCH', `/blog/articles/${theirs.slug}`, { title: 'Mine' }),
    ];
    expect(answers.map(({ body }) => body.error.code)).toEqual([
      'unknown_field',
      'missing_required_field',
      'nothing_to_update',
      'revision_conflict',
      'unknown_blog_article',
      'unknown_blog_article',
    ]);
  });
});

describe('the list of blog articles', () => {
  it('has tabs, filters, orders and pages', async () => {
    const { send, make } = await edited();
    const category = await make('/v1/blog/categories', { name: 'News' });
    await make('/v1/blog/articles', { title: 'beta', publish: true, categories: [category.id] });
    await make('/v1/blog/articles', { title: 'Alpha' });
    await make('/v1/blog/articles', { title: 'Gamma', publish: true, tags: ['x'] });
    await send('PATCH', '/blog/articles/gamma', { excerpt: 'changed' });
    const titles = async (query: string) => valuesOf(await send('GET', `/blog/articles?${query}`), 'title');

    expect(await titles('')).toEqual(['Gamma', 'Alpha', 'beta']);
    expect(await titles('sort=title')).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await titles('sort=title&limit=1&offset=1')).toEqual(['beta']);
    expect(await titles('status=draft')).toEqual(['Alpha']);
    expect(await titles('status=changed')).toEqual(['Gamma']);
    expect(await titles(`category=${category.id}`)).toEqual(['beta']);
    expect(await titles('tag=x&q=gam')).toEqual(['Gamma']);
    expect((await send('GET', '/blog/articles?count=true')).body.meta.total).toBe(3);
    expect((await send('GET', '/blog/articles?sort=size')).body.error.code).toBe('invalid_parameter');
  });
});

describe('the draft of a knowledge base article', () => {
  it('says where it stands, how fresh it is, and what readers think', async () => {
    const { send, make } = await edited();
    const collection = await make('/v1/kb/collections', { title: 'Help' });
    const section = await make('/v1/kb/sections', { title: 'First', collection: collection.id });

    const begun = await send('POST', '/kb/articles', { title: 'How', section: section.id });
    const saved = await send('PATCH', '/kb/articles/how', { excerpt: 'So' });

    expect(begun.body).toMatchObject({ status: 'draft', draft: { section: section.id } });
    expect(saved.body.kb).toMatchObject({ freshness: 'fresh', last_reviewed_at: null, helpful_count: 0 });
    const list = await send('GET', `/kb/articles?section=${section.id}&sort=position`);
    expect(valuesOf(list, 'slug')).toEqual(['how']);
    await make('/v1/kb/articles', { title: 'Beside', collection: collection.id });
    expect(
      valuesOf(await send('GET', `/kb/articles?collection=${collection.id}&sort=title`), 'slug'),
    ).toEqual(['beside', 'how']);
    const { id } = await make('/v1/kb/collections', { title: 'Empty' });
    expect((await send('GET', `/kb/articles?collection=${id}`)).body.data).toEqual([]);
    expect((await send('POST', '/kb/articles', { title: 'No place' })).body.error.code).toBe(
      'missing_required_field',
    );
    expect((await send('GET', '/kb/articles/nothing')).body.error.code).toBe('unknown_kb_article');
  });
});

describe('saving the draft of an article', () => {
  it('is refused for who saw an older draft, also when what is live is what they saw', async () => {
    const { send, make } = await edited();
    await make('/v1/blog/articles', { title: 'Live', publish: true });
    const { revision } = (await send('GET', '/blog/articles/live')).body;
    await send('PATCH', '/blog/articles/live', { title: 'Theirs' });

    const mine = await send(
      'PATCH',
      '/blog/articles/live',
      { title: 'Mine' },
      { 'If-Match': `"${revision}"` },
    );

    expect(mine).toMatchObject({ status: 409, body: { error: { code: 'revision_conflict' } } });
    expect((await send('GET', '/blog/articles/live')).body.draft.title).toBe('Theirs');
  });
});

describe('POST blog/bulk', () => {
  it('does what it can, with a result for each article', async () => {
    const { project, send, make } = await edited();
    const [one, two] = [
      await make('/v1/blog/articles', { title: 'One' }),
      await make('/v1/blog/articles', { title: 'Two' }),
    ];
    const foreign = await (await edited()).make('/v1/blog/articles', { title: 'Theirs' });

    const published = await send('POST', '/blog/bulk', {
      action: 'publish',
      ids: [one.id, foreign.id, two.id],
    });

    expect(published.body).toMatchObject({
      done: 2,
      failed: 1,
      data: [
        { id: one.id, ok: true, error: null },
        { id: foreign.id, ok: false, error: { code: 'unknown_blog_article' } },
        { id: two.id, ok: true, error: null },
      ],
    });
    expect(valuesOf(await project.secret.get('/v1/blog/articles'), 'title').sort()).toEqual(['One', 'Two']);
    await send('POST', '/blog/bulk', { action: 'unpublish', ids: [one.id] });
    await send('POST', '/blog/bulk', { action: 'delete', ids: [two.id] });
    expect(valuesOf(await send('GET', '/blog/articles'), 'status')).toEqual(['draft']);
    expect(await project.events()).toEqual([
      'blog.article.published',
      'blog.article.published',
      'blog.article.unpublished',
      'blog.article.deleted',
    ]);
  });

  it('refuses none, more than a hundred, and an unknown action', async () => {
    const { send } = await edited();
    const ids = Array.from({ length: 101 }, (_, i) => `art_${i}`);
    for (const body of [
      { action: 'publish', ids },
      { action: 'publish', ids: [] },
      { action: 'burn', ids: ['x'] },
    ])
      expect((await send('POST', '/blog/bulk', body)).body.error.code).toBe('invalid_field_value');
  });
});

describe('GET referenced-by/{itemId}', () => {
  it('names the entries and articles that point at built-in content, drafts included', async () => {
    const { project, send, make } = await edited();
    const author = await make('/v1/authors', { name: 'Ada' });
    const { id } = await make('/v1/blog/articles', { title: 'Wanted', authors: [author.id] });
    const link = { type: 'link', attrs: { ref: { type: 'blog_article', id } } };
    const text = { type: 'text', text: 'there', marks: [link] };
    await make('/v1/blog/articles', {
      title: 'Points there',
      body: { version: 2, content: [{ type: 'paragraph', content: [text] }] },
    });
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'next', type: 'link', options: { target: 'blog_article' } },
    ]);
    await make('/v1/content/page/entries', { values: { title: 'Page', next: id } });

    const found = await send('GET', `/referenced-by/${id}`);

    expect(found.status).toBe(200);
    const places = (found.body.data as Record<string, unknown>[]).map(({ title, live }) => [title, live]);
    expect(places.sort()).toEqual([
      ['Page', false],
      ['Points there', false],
    ]);
    const first = await send('GET', `/referenced-by/${id}?limit=1`);
    const next = await send('GET', `/referenced-by/${id}?limit=1&cursor=${first.body.meta.next_cursor}`);
    expect([...first.body.data, ...next.body.data]).toEqual(found.body.data);
    expect(valuesOf(await send('GET', `/referenced-by/${author.id}`), 'title')).toEqual(['Wanted']);
  });

  it('knows nothing of other projects and other kinds', async () => {
    const { send } = await edited();
    const other = await edited();
    const article = await other.make('/v1/blog/articles', { title: 'Theirs' });
    const author = await other.make('/v1/authors', { name: 'Theirs' });
    const code = async (path: string) => (await send('GET', `/referenced-by/${path}`)).body.error.code;

    expect(await code(article.id)).toBe('unknown_blog_article');
    expect(await code(author.id)).toBe('unknown_author');
    expect(await code('nonsense')).toBe('unknown_entry');
    expect(await code(`${article.id}?limit=0`)).toBe('invalid_limit');
  });
});
