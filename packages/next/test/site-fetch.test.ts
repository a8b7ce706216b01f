import { createClient } from 'galley-client';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../test/support/service.ts';
import { NewestVersion } from '../src/cache/newest.ts';
import { readResponse } from '../src/cache/response.ts';
import { siteFetch } from '../src/cache/site-fetch.ts';
import { newArticle, openPreview, settingsOf } from './support/site.ts';

const service = await startService();

/** A client of a site, and the paths of its cached reads. */
async function newSite(
  previewToken: (token: string) => string | null = () => null,
  send: typeof fetch = fetch,
) {
  const project = await service.newProject();
  const settings = settingsOf(service, project);
  const { token } = await openPreview(service, project);
  const readContext = { settings, newest: new NewestVersion(), now: () => service.app.clock.now() };
  const cachedPaths: string[] = [];
  const context = {
    readCached: (path: string) => (cachedPaths.push(path), readResponse(path, readContext)),
    previewToken: async () => previewToken(token),
    fetch: send,
  };
  const options = {
    baseUrl: settings.url,
    key: settings.key,
    retries: 0,
    fetch: siteFetch(settings, context),
  };
  return { project, cachedPaths, client: createClient(options) };
}

describe('the client of a site', () => {
  it('caches reads by path, and returns the same results as every client', async () => {
    const { project, cachedPaths, client } = await newSite();
    await newArticle(project);

    const { slug } = await client.blog.articles.get('kites');
    const { data } = await client.blog.articles.list({ limit: 5 });

    expect({ slug, length: data.length }).toEqual({ slug: 'kites', length: 1 });
    expect(cachedPaths).toEqual(['/v1/blog/articles/kites', '/v1/blog/articles?limit=5']);
  });

  it('throws the error of a cached 404', async () => {
    const { client } = await newSite();

    await expect(client.blog.articles.get('kites')).rejects.toMatchObject({
      name: 'GalleyError',
      status: 404,
      code: 'unknown_blog_article',
    });
  });

  it('caches neither writes nor the change feed and ping', async () => {
    const { cachedPaths, client } = await newSite();

    await client.authors.create({ name: 'Nell' });
    await client.ping();
    await client.send('GET', '/v1/changes');

    expect(cachedPaths).toEqual([]);
  });

  it('reads drafts in a preview without caching them', async () => {
    const { project, cachedPaths, client } = await newSite((token) => token);
    await project.secret.post('/v1/blog/articles', { title: 'Not out yet' });

    expect(await client.blog.articles.get('not-out-yet')).toMatchObject({ title: 'Not out yet' });
    expect(cachedPaths).toEqual([]);
  });

  it('repeats the read of a draft after a lost connection', async () => {
    const losses: string[] = [];
    const losing: typeof fetch = (input, init) => {
      if (losses.length > 0) return fetch(input, init);
      losses.push(input as string);
      return Promise.reject(new TypeError('fetch failed'));
    };
    const { project, client } = await newSite((token) => token, losing);
    await project.secret.post('/v1/blog/articles', { title: 'Not out yet' });

    expect(await client.blog.articles.get('not-out-yet')).toMatchObject({ title: 'Not out yet' });
    expect(losses).toEqual([expect.stringContaining('/preview/v1/blog/articles/not-out-yet')]);
  });

  it('throws for an expired token, so that the page can end the preview', async () => {
    const { client } = await newSite(() => 'pv_ended');

    await expect(client.blog.articles.list()).rejects.toMatchObject({ code: 'invalid_preview_token' });
  });
});
