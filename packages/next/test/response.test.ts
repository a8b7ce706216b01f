import { describe, expect, it } from 'vitest';
import { expectDone, inMs } from '../../../test/support/content.ts';
import { startService } from '../../../test/support/service.ts';
import { NewestVersion } from '../src/cache/newest.ts';
import { readResponse } from '../src/cache/response.ts';
import { newArticle, settingsOf } from './support/site.ts';

const service = await startService();
const now = () => service.app.clock.now();

async function newSite() {
  const project = await service.newProject();
  const newest = new NewestVersion();
  const settings = settingsOf(service, project);
  const read = (path: string) => readResponse(path, { settings, newest, now });
  return { project, newest, settings, read };
}

describe('a cached response', () => {
  it('contains the body and cache tags of the service', async () => {
    const { project, read } = await newSite();
    const { author, article } = await newArticle(project);

    const response = await read('/v1/blog/articles/kites');

    expect(response).toMatchObject({ status: 200, seconds: 86_400 });
    expect(response.tags).toEqual(expect.arrayContaining([author, article, `all:${project.id.slice(-8)}`]));
    const { text } = await project.secret.get('/v1/blog/articles/kites');
    expect(JSON.parse(response.body)).toEqual(JSON.parse(text));
  });

  it('can be a 404 with the cache tags that later drop it', async () => {
    const { project, read } = await newSite();

    const response = await read('/v1/blog/articles/kites');

    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ error: { code: 'unknown_blog_article' } });
    expect(response.tags).toContain(`blog:${project.id.slice(-8)}`);
  });

  it('expires at the first end date of its content, after at least a second', async () => {
    const { project, read } = await newSite();
    const { article } = await newArticle(project);
    const end = async (unpublish_at: string) =>
      expectDone(await project.secret.patch(`/v1/blog/articles/${article}`, { unpublish_at }));
    await end(inMs(600_000));
    const { seconds } = await read('/v1/blog/articles/kites');
    await end(inMs(900));

    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect((await read('/v1/blog/articles?limit=1')).seconds).toBe(1);
  });

  it('is not created for other errors, which are thrown', async () => {
    const { settings, newest } = await newSite();
    const read = readResponse('/v1/authors', { settings: { ...settings, key: 'sk_wrong' }, newest, now });

    await expect(read).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});

describe('the version of a purge', () => {
  it('is required by reads, and only a larger one replaces it', async () => {
    const { project, newest, settings } = await newSite();
    await newArticle(project);
    const version = Number((await project.secret.get('/v1/changes')).body.version);
    for (const value of [version, version - 1, undefined, 'x', 1.5]) newest.remember(value);
    const minVersions: (string | null)[] = [];
    const spy: typeof fetch = (input, init) => {
      minVersions.push(new Headers(init?.headers).get('X-Min-Version'));
      return fetch(input, init);
    };

    const { status } = await readResponse('/v1/authors', { settings, newest, now, fetch: spy });

    expect({ status, minVersions }).toEqual({ status: 200, minVersions: [String(version)] });
  });

  it('is cleared after three rejections, so that a restored database is read', async () => {
    const { newest, read } = await newSite();
    newest.remember(1_000_000);

    const { status } = await read('/v1/authors');

    expect({ status, version: newest.version }).toEqual({ status: 200, version: 0 });
  });
});
