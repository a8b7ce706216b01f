import { describe, expect, it } from 'vitest';
import { expectDone, inMs } from '../../../test/support/content.ts';
import { startService } from '../../../test/support/service.ts';
import { readAnswer } from '../src/answer.ts';
import { NewestVersion } from '../src/newest.ts';
import { newArticle, settingsOf } from './support/site.ts';

const service = await startService();
const now = () => service.app.clock.now();

async function newSite() {
  const project = await service.newProject();
  const newest = new NewestVersion();
  const settings = settingsOf(service, project);
  const read = (path: string) => readAnswer(path, { settings, newest, now });
  return { project, newest, settings, read };
}

describe('an answer that is kept', () => {
  it('is what the service says, with what it shows', async () => {
    const { project, read } = await newSite();
    const { author, article } = await newArticle(project);

    const answer = await read('/v1/blog/articles/kites');

    expect(answer).toMatchObject({ status: 200, seconds: 86_400 });
    expect(answer.tags).toEqual(expect.arrayContaining([author, article, `all:${project.id.slice(-8)}`]));
    const { text } = await project.secret.get('/v1/blog/articles/kites');
    expect(JSON.parse(answer.body)).toEqual(JSON.parse(text));
  });

  it('may be that there is none, with what decides about it', async () => {
    const { project, read } = await newSite();

    const answer = await read('/v1/blog/articles/kites');

    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'unknown_blog_article' } });
    expect(answer.tags).toContain(`blog:${project.id.slice(-8)}`);
  });

  it('is true until the first date that ends something of it, and a second at least', async () => {
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

  it('is no refusal: that is thrown with its code', async () => {
    const { settings, newest } = await newSite();
    const read = readAnswer('/v1/authors', { settings: { ...settings, key: 'sk_wrong' }, newest, now });

    await expect(read).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});

describe('the version that a purge told', () => {
  it('is asked for, and a larger one alone takes its place', async () => {
    const { project, newest, settings } = await newSite();
    await newArticle(project);
    const version = Number((await project.secret.get('/v1/changes')).body.version);
    for (const told of [version, version - 1, undefined, 'x', 1.5]) newest.remember(told);
    const asked: (string | null)[] = [];
    const spy: typeof fetch = (input, init) => {
      asked.push(new Headers(init?.headers).get('X-Min-Version'));
      return fetch(input, init);
    };

    const { status } = await readAnswer('/v1/authors', { settings, newest, now, fetch: spy });

    expect({ status, asked }).toEqual({ status: 200, asked: [String(version)] });
  });

  it('is forgotten after three refusals, so that a restored database is read', async () => {
    const { newest, read } = await newSite();
    newest.remember(1_000_000);

    const { status } = await read('/v1/authors');

    expect({ status, version: newest.version }).toEqual({ status: 200, version: 0 });
  });
});
