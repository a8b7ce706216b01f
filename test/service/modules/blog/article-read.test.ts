import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

const service = await startService();
const articles = '/v1/blog/articles';

describe('GET /v1/blog/articles/{slug}', () => {
  it('answers by slug and by id, the tag led by the revision', async () => {
    const project = await service.newProject();
    const made = await project.secret.post(articles, { title: 'A', publish: true });

    const [bySlug, byId] = [
      await project.publishable.get(`${articles}/a`),
      await project.publishable.get(`${articles}/${made.body.id}`),
    ];

    expect(bySlug.status).toBe(200);
    expect(byId.body).toEqual(bySlug.body);
    expect(bySlug.headers.get('ETag')).toMatch(/^"1-/);
    const tag = bySlug.headers.get('ETag') ?? '';
    expect((await project.publishable.get(`${articles}/a`, { 'If-None-Match': tag })).status).toBe(304);
  });

  it('answers unknown_blog_article to slugs and ids that are not there, or another project’s', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    const made = await other.secret.post(articles, { title: 'A', publish: true });

    for (const name of ['a', 'A', made.body.id, 'art_1', 'aut_01']) {
      expect(await project.publishable.get(`${articles}/${name}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_blog_article' } },
      });
    }
    expect((await project.secret.patch(`${articles}/${made.body.id}`, { title: 'B' })).status).toBe(404);
    expect((await project.secret.delete(`${articles}/${made.body.id}`)).status).toBe(404);
    expect((await other.publishable.get(`${articles}/a`)).body.title).toBe('A');
  });

  it('falls back for seo to title, then excerpt, then the opening of the body', async () => {
    const project = await service.newProject();
    const markdown = `${'The tide goes out further than anyone remembers. '.repeat(6)}`;
    await project.secret.post(articles, { title: 'A', body: { markdown }, publish: true });
    const seo = async (change: object) => {
      await project.secret.patch(`${articles}/a`, change);
      return (await project.publishable.get(`${articles}/a`)).body.seo;
    };

    const opening = (await seo({ tags: [] })).description;
    expect(opening.length).toBeLessThanOrEqual(160);
    expect(opening.length).toBeGreaterThan(140);
    expect(markdown.startsWith(`${opening} `)).toBe(true);
    expect(await seo({ excerpt: 'E' })).toMatchObject({ title: 'A', description: 'E' });
    expect(await seo({ seo: { description: 'D' } })).toMatchObject({ title: 'A', description: 'D' });
    expect(await seo({ seo: { title: 'S' } })).toMatchObject({ title: 'S', description: 'D' });
  });

  it.each([
    [0, 1],
    [238, 1],
    [356, 1],
    [358, 2],
    [2380, 10],
  ])('counts %i words as %i minutes of reading', async (words, minutes) => {
    const project = await service.newProject();
    const markdown = Array.from({ length: words }, (_, i) => `word${i}`).join(' ');

    const made = await project.secret.post(articles, { title: 'A', body: { markdown } });

    expect(made.body).toMatchObject({ word_count: words, reading_time_minutes: minutes });
  });

  it('refuses media_urls=permanent on a private project alone', async () => {
    const [open, closed] = [await service.newProject(), await service.newProject({ privateMedia: true })];

    for (const path of [articles, '/v1/authors', '/v1/blog/categories']) {
      expect((await open.publishable.get(`${path}?media_urls=permanent`)).status).toBe(200);
      expect(await closed.publishable.get(`${path}?media_urls=permanent`)).toMatchObject({
        status: 400,
        body: { error: { code: 'permanent_media_urls_unavailable', param: 'media_urls' } },
      });
    }
  });
});

describe('a publishable key', () => {
  it.each([
    ['POST', articles],
    ['PATCH', `${articles}/a`],
    ['DELETE', `${articles}/a`],
    ['POST', '/v1/blog/categories'],
    ['PATCH', '/v1/blog/categories/a'],
    ['DELETE', '/v1/blog/categories/a'],
    ['POST', '/v1/authors'],
    ['PATCH', '/v1/authors/a'],
    ['DELETE', '/v1/authors/a'],
  ])('may not %s %s', async (method, path) => {
    const project = await service.newProject();

    const answer = await project.publishable.send(method, path, { body: { title: 'A' } });
    const noKey = await project.as(null).send(method, path, { body: { title: 'A' } });

    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'secret_key_required' } } });
    expect(noKey).toMatchObject({ status: 401, body: { error: { code: 'missing_api_key' } } });
  });
});
