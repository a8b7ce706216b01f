import { beforeAll, describe, expect, it } from 'vitest';
import { PreviewTokens } from '../../../../src/core/context/preview-tokens.ts';
import { valuesOf } from '../../../support/client.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
  await defineType(project, 'page', { title: 'string', price: 'number' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);

async function preview(of: TestProject = project) {
  const client = of === project ? editor : await signedIn(service, of.id, 'editor');
  const { body } = await client.send('POST', `/projects/${of.id}/preview`, {});
  return project.as(body.token);
}

describe('/preview/v1', () => {
  it('reads entries with their drafts in place of what is live, in the same shape', async () => {
    const id = await publishEntry(project, 'page', { title: 'Live', price: 1 });
    await send('PATCH', `/content/page/entries/${id}`, { values: { title: 'Drafted', price: 5 } });
    const begun = await send('POST', '/content/page/entries', { values: { title: 'Begun', price: 9 } });
    const reader = await preview();

    const one = await reader.get(`/preview/v1/content/page/${id}`);
    const list = await reader.get('/preview/v1/content/page?where[price][gte]=5&sort=-price');

    expect(one.body.values).toEqual({ title: 'Drafted', price: 5 });
    expect(Object.keys(one.body).sort()).toEqual(
      [...Object.keys((await project.secret.get(`/v1/content/page/${id}`)).body as object), 'state'].sort(),
    );
    expect(valuesOf(list, 'id')).toEqual([begun.body.id, id]);
    expect(one.headers.get('Cache-Control')).toBe('no-store');
    expect((await project.publishable.get(`/v1/content/page/${id}`)).body.values.title).toBe('Live');
  });

  it('reads singletons and articles that nobody published yet', async () => {
    await send('PATCH', '/content/home/singleton', { values: { title: 'Hello' } });
    const author = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })) as { id: string };
    await send('POST', '/blog/articles', { title: 'Soon', authors: [author.id], tags: ['x'] });
    const reader = await preview();

    expect((await reader.get('/preview/v1/content/home')).body).toEqual({ title: 'Hello' });
    expect((await reader.get('/preview/v1/blog/articles/soon')).body).toMatchObject({ title: 'Soon' });
    const list = await reader.get('/preview/v1/blog/articles?author=ada&tag=x');
    expect(valuesOf(list, 'slug')).toEqual(['soon']);
    expect((await project.secret.get('/v1/blog/articles/soon')).status).toBe(404);
  });

  it('lists help pages that nobody published yet, and counts them where their drafts stand', async () => {
    const [first, second] = await Promise.all(
      ['First', 'Second'].map(async (title) =>
        expectDone(await project.secret.post('/v1/kb/collections', { title })),
      ),
    );
    const help = { title: 'Help', collection: first?.id, publish: true };
    const { id } = expectDone(await project.secret.post('/v1/kb/articles', help));
    await send('PATCH', `/kb/articles/${id}`, { collection: second?.id });
    await send('POST', '/kb/articles', { title: 'Begun', collection: second?.id });
    const reader = await preview();

    const list = await reader.get('/preview/v1/kb/articles');
    const tree = await reader.get('/preview/v1/kb/tree');

    expect(valuesOf(list, 'title')).toEqual(['Help', 'Begun']);
    expect(valuesOf(tree, 'article_count')).toEqual([0, 2]);
    expect(valuesOf(await project.publishable.get('/v1/kb/tree'), 'article_count')).toEqual([1, 0]);
  });

  it('shows a draft anew each time', async () => {
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'One' } });
    const reader = await preview();
    const title = async () => (await reader.get(`/preview/v1/content/page/${body.id}`)).body.values.title;
    expect(await title()).toBe('One');

    await send('PATCH', `/content/page/entries/${body.id}`, { values: { title: 'Two' } });

    expect(await title()).toBe('Two');
  });

  it('opens one project, for reading content alone', async () => {
    const other = await service.newProject();
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'Mine' } });
    const theirs = await preview(other);
    const mine = await preview();
    const code = async (answer: Promise<{ status: number; body: any }>) => (await answer).body.error.code;

    expect(await code(theirs.get(`/preview/v1/content/page/${body.id}`))).toBe('unknown_content_type');
    expect(await code(mine.get('/preview/v1/schema/content-types'))).toBe('unknown_endpoint');
    expect(await code(mine.get('/preview/v1/releases'))).toBe('unknown_endpoint');
    expect(await code(mine.post('/preview/v1/authors', { name: 'x' }))).toBe('unknown_endpoint');
    expect(await code(mine.get('/v1/ping'))).toBe('invalid_api_key');
    expect(await code(mine.get(`/dashboard/api/projects/${project.id}/settings`))).toBe('not_signed_in');
  });

  it('refuses what is no token of its own, or is over', async () => {
    const now = service.app.clock.now();
    const other = new PreviewTokens('another secret of at least thirty-two bytes');
    const own = new PreviewTokens(service.app.config.APP_SECRET);
    const at = (ms: number) => new Date(now.getTime() + ms);
    const member = await signedIn(service, project.id, 'editor', `previews-${project.id}@example.test`);
    const { body: sessions } = await member.send('GET', '/account/sessions');
    const { body: session } = await member.send('GET', '/session');
    const creator = { projectId: project.id, userId: session.user.id, session: sessions.data[0].id };
    const drafts = { ...creator, at: null, release: null };
    const good = own.sign({ ...drafts, expiresAt: at(60_000) });
    const tokens = [
      'guess',
      own.sign({ ...drafts, expiresAt: at(-1) }),
      other.sign({ ...drafts, expiresAt: at(60_000) }),
      own.sign({ ...drafts, session: 'f'.repeat(32), expiresAt: at(60_000) }),
      good.replace(/^pv_./, 'pv_A'),
      `${good}x`,
    ];

    expect((await project.as(good).get('/preview/v1/authors')).status).toBe(200);
    for (const token of tokens)
      expect((await project.as(token).get('/preview/v1/authors')).body.error.code).toBe(
        'invalid_preview_token',
      );
  });
});

describe('a preview token', () => {
  it('ends with the membership of whoever made it, and with their session', async () => {
    const mine = await service.newProject();
    const owner = await signedIn(service, mine.id, 'owner');
    const leaving = await signedIn(service, mine.id, 'editor');
    const signingOut = await signedIn(service, mine.id, 'editor', `out-${mine.id}@example.test`);
    const tokenOf = async (client: DashboardClient) =>
      (await client.send('POST', `/projects/${mine.id}/preview`, {})).body.token as string;
    const [first, second] = [await tokenOf(leaving), await tokenOf(signingOut)];
    const read = async (token: string) => (await mine.as(token).get('/preview/v1/authors')).status;
    expect([await read(first), await read(second)]).toEqual([200, 200]);
    const { body } = await leaving.send('GET', '/session');

    await owner.send('DELETE', `/projects/${mine.id}/members/${body.user.id}`);
    await signingOut.send('DELETE', '/session');

    expect([await read(first), await read(second)]).toEqual([401, 401]);
  });
});

describe('POST preview', () => {
  it('makes a token of at most an hour, and the site’s address for an item', async () => {
    const owner = await signedIn(service, project.id, 'owner');
    const preview_url = 'https://site.example/preview/{type}/{slug}?id={id}&t={token}';
    await owner.send('PATCH', `/projects/${project.id}/settings`, { preview_url });
    const item = { type: 'page', id: 'ent_1', slug: 'a b' };

    const { status, body } = await send('POST', '/preview', { item });

    expect(status).toBe(201);
    expect(body.url).toBe(`https://site.example/preview/page/a%20b?id=ent_1&t=${body.token}`);
    const minutes = (Date.parse(body.expires_at) - service.app.clock.now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    expect((await send('POST', '/preview', { minutes: 61 })).body.error.code).toBe('invalid_field_value');
  });
});
