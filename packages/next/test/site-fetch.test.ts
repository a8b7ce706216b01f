import { createClient } from 'galley-client';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../test/support/service.ts';
import { readAnswer } from '../src/answer.ts';
import { NewestVersion } from '../src/newest.ts';
import { siteFetch } from '../src/site-fetch.ts';
import { newArticle, openPreview, settingsOf } from './support/site.ts';

const service = await startService();

/** A client of a site, and the paths that its framework was asked to keep. */
async function newSite(previewToken: (token: string) => string | null = () => null) {
  const project = await service.newProject();
  const settings = settingsOf(service, project);
  const { token } = await openPreview(service, project);
  const reading = { settings, newest: new NewestVersion(), now: () => service.app.clock.now() };
  const asked: string[] = [];
  const ways = {
    kept: (path: string) => (asked.push(path), readAnswer(path, reading)),
    previewToken: async () => previewToken(token),
    fetch,
  };
  const options = { baseUrl: settings.url, key: settings.key, retries: 0, fetch: siteFetch(settings, ways) };
  return { project, asked, client: createClient(options) };
}

describe('the client of a site', () => {
  it('keeps reads under their path, and answers as every client does', async () => {
    const { project, asked, client } = await newSite();
    await newArticle(project);

    const { slug } = await client.blog.articles.get('kites');
    const { data } = await client.blog.articles.list({ limit: 5 });

    expect({ slug, length: data.length }).toEqual({ slug: 'kites', length: 1 });
    expect(asked).toEqual(['/v1/blog/articles/kites', '/v1/blog/articles?limit=5']);
  });

  it('throws what a kept 404 says', async () => {
    const { client } = await newSite();

    await expect(client.blog.articles.get('kites')).rejects.toMatchObject({
      name: 'GalleyError',
      status: 404,
      code: 'unknown_blog_article',
    });
  });

  it('keeps neither writes nor what is true for a moment', async () => {
    const { asked, client } = await newSite();

    await client.authors.create({ name: 'Nell' });
    await client.ping();
    await client.send('GET', '/v1/changes');

    expect(asked).toEqual([]);
  });

  it('shows drafts in a preview, and keeps none of them', async () => {
    const { project, asked, client } = await newSite((token) => token);
    await project.secret.post('/v1/blog/articles', { title: 'Not out yet' });

    expect(await client.blog.articles.get('not-out-yet')).toMatchObject({ title: 'Not out yet' });
    expect(asked).toEqual([]);
  });

  it('throws a token that has ended, so that the page can end its preview', async () => {
    const { client } = await newSite(() => 'pv_ended');

    await expect(client.blog.articles.list()).rejects.toMatchObject({ code: 'invalid_preview_token' });
  });
});
