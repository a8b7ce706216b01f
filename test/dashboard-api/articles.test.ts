import { describe, expect, it } from 'vitest';
import { valuesOf } from '../support/client.ts';
import { done } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { startService } from '../support/service.ts';

const service = await startService();

async function edited() {
  const project = await service.newProject();
  const editor = await signedIn(service, project.id, 'editor');
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    editor.send(method, `/projects/${project.id}${path}`, body, headers);
  const make = async (path: string, body: object) =>
    done(await project.secret.post(path, body)) as { id: string; slug: string };
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
    expect((await send('POST', '/kb/articles', { title: 'No place' })).body.error.code).toBe(
      'missing_required_field',
    );
    expect((await send('GET', '/kb/articles/nothing')).body.error.code).toBe('unknown_kb_article');
  });
});
