import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

const service = await startService();
const articles = '/v1/blog/articles';

describe('PATCH /v1/blog/articles/{slug}', () => {
  it('leaves out what is not sent, clears what is null and merges seo key by key', async () => {
    const project = await service.newProject();
    const author = await project.secret.post('/v1/authors', { name: 'Edda' });
    await project.secret.post(articles, {
      title: 'A',
      excerpt: 'E',
      authors: [author.body.id],
      tags: ['t'],
      canonical_url: 'https://a.example/',
      body: { markdown: 'Words of the body.' },
      seo: { title: 'S', description: 'D', no_index: true },
    });

    const patched = await project.secret.patch(`${articles}/a`, { tags: null, seo: { title: null } });
    expect(patched.status, patched.text).toBe(200);
    expect(patched.body).toMatchObject({
      title: 'A',
      excerpt: 'E',
      authors: [{ name: 'Edda' }],
      tags: [],
      seo: { title: 'A', description: 'D', no_index: true },
      revision: 2,
    });

    const cleared = await project.secret.patch(`${articles}/a`, {
      excerpt: null,
      authors: null,
      canonical_url: null,
      seo: null,
    });
    expect(cleared.body).toMatchObject({
      excerpt: '',
      authors: [],
      canonical_url: '',
      seo: { title: 'A', description: 'Words of the body.', no_index: false },
      word_count: 4,
    });

    const bodyless = await project.secret.patch(`${articles}/a`, { body: null });
    expect(bodyless.body).toMatchObject({ word_count: 0, body: { plain: '' }, seo: { description: '' } });
  });

  it('refuses a title taken away, an empty body and unknown articles', async () => {
    const project = await service.newProject();
    await project.secret.post(articles, { title: 'A' });

    expect((await project.secret.patch(`${articles}/a`, { title: null })).body.error).toMatchObject({
      code: 'missing_required_field',
      param: 'title',
    });
    expect(await project.secret.patch(`${articles}/a`, {})).toMatchObject({
      status: 400,
      body: { error: { code: 'nothing_to_update' } },
    });
    expect(await project.secret.patch(`${articles}/b`, { title: 'B' })).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_blog_article' } },
    });
  });

  it('takes back what was read: the body, authors and categories as they were served', async () => {
    const project = await service.newProject();
    const author = await project.secret.post('/v1/authors', { name: 'Edda' });
    const markdown = '# One\n\nText with **bold**.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n';
    await project.secret.post(articles, {
      title: 'A',
      authors: [author.body.id],
      body: { markdown },
      publish: true,
    });
    const read = await project.secret.get(`${articles}/a`);

    const written = await project.secret.patch(`${articles}/a`, {
      title: read.body.title,
      body: read.body.body,
      authors: read.body.authors,
      tags: read.body.tags,
    });

    expect(written.status, written.text).toBe(200);
    expect(written.body).toMatchObject({ revision: 1, updated_at: read.body.updated_at });
    expect(await project.events()).toEqual(['blog.article.published']);
  });

  it('changes the slug until the first publication, then it is final', async () => {
    const project = await service.newProject();
    await project.secret.post(articles, { title: 'A' });

    const moved = await project.secret.patch(`${articles}/a`, { slug: 'b' });
    const again = await project.secret.patch(`${articles}/b`, { slug: null });
    await project.secret.patch(`${articles}/a`, { publish: true });
    const final = await project.secret.patch(`${articles}/a`, { slug: 'c' });
    const same = await project.secret.patch(`${articles}/a`, { slug: 'a', excerpt: 'E' });
    await project.secret.patch(`${articles}/a`, { publish: false });
    const afterwards = await project.secret.patch(`${articles}/a`, { slug: 'c' });

    expect([moved.body.slug, again.body.slug]).toEqual(['b', 'a']);
    expect(final).toMatchObject({ status: 409, body: { error: { code: 'slug_is_final', param: 'slug' } } });
    expect(same.status).toBe(200);
    expect(afterwards).toMatchObject({ status: 409, body: { error: { code: 'slug_is_final' } } });
  });

  it('obeys If-Match, which takes the tag of a read or of a write', async () => {
    const project = await service.newProject();
    const created = await project.secret.post(articles, { title: 'A', publish: true });
    const tag = (await project.secret.get(`${articles}/a`)).headers.get('ETag') ?? '';

    const first = await project.secret.patch(`${articles}/a`, { title: 'B' }, { 'If-Match': tag });
    const second = await project.secret.patch(`${articles}/a`, { title: 'C' }, { 'If-Match': tag });
    const third = await project.secret.delete(`${articles}/a`, { 'If-Match': `"${created.body.revision}"` });
    const fourth = await project.secret.delete(`${articles}/a`, {
      'If-Match': first.headers.get('ETag') ?? '',
    });

    expect(first.status).toBe(200);
    expect(second).toMatchObject({
      status: 409,
      body: { error: { code: 'revision_conflict', current_revision: 2 } },
    });
    expect(third.status).toBe(409);
    expect(fourth.status).toBe(204);
  });

  it('lets writers of different fields at once all win', async () => {
    const project = await service.newProject();
    await project.secret.post(articles, { title: 'A' });

    await Promise.all([
      project.secret.patch(`${articles}/a`, { excerpt: 'E' }),
      project.secret.patch(`${articles}/a`, { tags: ['t'] }),
      project.secret.patch(`${articles}/a`, { seo: { title: 'S' } }),
      project.secret.patch(`${articles}/a`, { canonical_url: 'https://a.example/' }),
    ]);

    const answer = await project.secret.patch(`${articles}/a`, { title: 'A' });
    expect(answer.body).toMatchObject({
      excerpt: 'E',
      tags: ['t'],
      seo: { title: 'S' },
      canonical_url: 'https://a.example/',
      revision: 5,
    });
  });
});
