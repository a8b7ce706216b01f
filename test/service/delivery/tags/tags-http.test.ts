import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { createEntry, defineType, expectDone, inMs, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { keeping, revisionOf, tagsIn, tagsOf } from '../../../support/delivery/holding.ts';

const service = await startOwnService();

const headers = ['X-Cache-Tags', 'X-Content-Version', 'X-Cache-Until'];

async function newBlog(): Promise<{ project: TestProject; author: string; article: string }> {
  const project = await service.newProject();
  const made = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  const author = String((await made('/v1/authors', { name: 'Nell' })).id);
  const article = await made('/v1/blog/articles', { title: 'Kites', authors: [author], publish: true });
  return { project, author, article: String(article.id) };
}

describe('a read that asks for its tags', () => {
  it('is told what it shows, with both kinds of keys, and has the same body', async () => {
    const { project, author, article } = await newBlog();
    const code = project.id.slice(-8);
    for (const client of [project.publishable, project.secret]) {
      const plain = await client.get('/v1/blog/articles/kites');
      const asked = await client.get('/v1/blog/articles/kites', keeping);

      expect(asked.text).toBe(plain.text);
      expect(tagsIn(asked)).toEqual([`all:${code}`, article, author].sort());
      expect(asked.headers.get('X-Content-Version')).toBe(String(await revisionOf(project)));
      expect(asked.headers.get('X-Cache-Until')).toBeNull();
      for (const name of headers) expect(plain.headers.get(name)).toBeNull();
    }
  });

  it.each(['', '1', 'TRUE', 'yes'])('asks for nothing with the value "%s"', async (value) => {
    const { project } = await newBlog();

    const answer = await project.publishable.get('/v1/blog/articles', { 'X-Cache-Tags': value });

    for (const name of headers) expect(answer.headers.get(name)).toBeNull();
  });

  it('is told as much by 304, and by HEAD', async () => {
    const { project } = await newBlog();
    const first = await project.publishable.get('/v1/blog/articles', keeping);
    const etag = first.headers.get('ETag') ?? '';

    const same = await project.publishable.get('/v1/blog/articles', { ...keeping, 'If-None-Match': etag });
    const head = await project.publishable.send('HEAD', '/v1/blog/articles', { headers: keeping });

    expect([same.status, head.status]).toEqual([304, 200]);
    for (const answer of [same, head])
      for (const name of headers) expect(answer.headers.get(name)).toBe(first.headers.get(name));
  });

  it('is told of a 404 what it was asked for, and nothing that readers do not see', async () => {
    const { project } = await newBlog();
    await defineType(project, 'page', { title: 'string' });
    const draft = await createEntry(project, 'page', { title: 'Draft' });
    const hidden = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Hidden' }));
    const gone = 'aut_01jd2v8k3q5w7x9y0z1a2b3c4d';
    const read = (path: string) => tagsOf(project.publishable, path);

    expect(await read('/v1/blog/articles/hidden')).toEqual(['all', 'blog']);
    expect(await read(`/v1/blog/articles/${hidden.id}`)).toEqual(['all', hidden.id].sort());
    expect(await read('/v1/authors/nobody')).toEqual(['all', 'authors']);
    expect(await read(`/v1/authors/${gone}`)).toEqual(['all', gone].sort());
    expect(await read(`/v1/content/page/${draft.id}`)).toEqual(['all', draft.id, 'type:page'].sort());
    expect(await read('/v1/content/none')).toEqual(['all', 'type:none', 'types']);
    expect(await read('/v1/content/NOT A SLUG')).toEqual(['all', 'types']);
    for (const shelves of ['collections', 'sections'])
      expect(await read(`/v1/kb/${shelves}/none`)).toEqual(['all', 'shelves']);
    expect(await read('/v1/blog/categories/none')).toEqual(['all', 'categories']);
    expect(await read('/v1/kb/articles/none')).toEqual(['all', 'kb']);
    for (const path of ['blog/categories/cat', 'kb/articles/kba', 'kb/collections/kbc', 'kb/sections/kbs']) {
      const id = `${path.split('/').at(-1)}_01jd2v8k3q5w7x9y0z1a2b3c4d`;
      expect(await read(`/v1/${path.replace(/[a-z]+$/, id)}`)).toEqual(['all', id].sort());
    }
    expect(await read('/v1/content/page?release=rel_01jd2v8k3q5w7x9y0z1a2b3c4d')).toContain(
      'rel_01jd2v8k3q5w7x9y0z1a2b3c4d',
    );
  });

  it('is told when the answer ends by itself', async () => {
    const { project } = await newBlog();
    const at = inMs(3_600_000);
    const body = { title: 'Soon', publish: true, published_at: at };
    expectDone(await project.secret.post('/v1/blog/articles', body));

    const list = await project.publishable.get('/v1/blog/articles', keeping);
    const missing = await project.publishable.get('/v1/blog/articles/soon', keeping);

    expect([list.status, missing.status]).toEqual([200, 404]);
    for (const answer of [list, missing]) expect(answer.headers.get('X-Cache-Until')).toBe(at);
  });

  it('is told no end for votes, which end a kept answer here alone', async () => {
    const project = await service.newProject();
    const collection = expectDone(await project.secret.post('/v1/kb/collections', { title: 'Help' })).id;
    const body = { title: 'How?', collection, publish: true, review_interval_days: 100 };
    const article = expectDone(await project.secret.post('/v1/kb/articles', body));

    const answer = await project.publishable.get('/v1/kb/articles/how', keeping);

    const days = (Date.parse(answer.headers.get('X-Cache-Until') ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(50); // the verdict turns
    expect(tagsIn(answer)).toEqual([`all:${project.id.slice(-8)}`, article.id, collection].sort());
  });

  it('costs nothing more where the answer is kept, and is told the same', async () => {
    const { project } = await newBlog();
    await defineType(project, 'page', { title: 'string' });
    const first = await project.publishable.get('/v1/blog/articles', keeping);
    await publishEntry(project, 'page', { title: 'Of another module' });

    let second = first;
    const commands = await commandsOfService(service.app.system, async () => {
      second = await project.publishable.get('/v1/blog/articles', keeping);
    });

    expect(commands.sort()).toEqual(['aggregate api_keys', 'findAndModify counters']);
    expect(tagsIn(second)).toEqual(tagsIn(first));
    // It was found to be true of the newer revision too.
    expect(Number(second.headers.get('X-Content-Version'))).toBe(await revisionOf(project));
    expect(Number(second.headers.get('X-Content-Version'))).toBeGreaterThan(
      Number(first.headers.get('X-Content-Version')),
    );
  });

  it('is told of a description that it has all definitions, and of one with its releases no copy', async () => {
    const { project } = await newBlog();

    const shown = await project.publishable.get('/v1/introspection', keeping);
    const whole = await project.secret.get('/v1/introspection', keeping);

    const code = project.id.slice(-8);
    for (const answer of [shown, whole]) expect(tagsIn(answer)).toEqual([`all:${code}`, `types:${code}`]);
    expect(shown.headers.get('X-Cache-Until')).toBeNull();
    expect(Date.parse(whole.headers.get('X-Cache-Until') ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('may be sent by a browser, which is shown what it asked for', async () => {
    const { project } = await newBlog();
    const origin = 'https://site.example';
    const { token } = await project.newKey({ purpose: 'publishable', origins: [origin] });
    const preflight = (names: string) =>
      project.as(null).send('OPTIONS', '/v1/blog/articles', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': names,
        },
      });
    const allowed = (await preflight('authorization')).headers.get('Access-Control-Allow-Headers');

    const more = (await preflight('x-cache-tags, x-min-version')).headers.get('Access-Control-Allow-Headers');
    const asked = await project.as(token).get('/v1/blog/articles', { Origin: origin, ...keeping });
    const plain = await project.as(token).get('/v1/blog/articles', { Origin: origin });

    expect(more).toBe(`${allowed}, X-Cache-Tags, X-Min-Version`);
    expect(asked.headers.get('Access-Control-Expose-Headers')).toContain('X-Content-Version');
    expect(plain.headers.get('Access-Control-Expose-Headers')).not.toContain('X-Cache-Tags');
  });
});

describe('what is kept by nobody', () => {
  it('says nothing of tags: previews, found or not, whatever is asked of them', async () => {
    const { project } = await newBlog();
    const editor = await signedIn(service, project.id, 'editor');
    const draft = expectDone(await project.secret.post('/v1/blog/articles', { title: 'Soon' }));
    const { body } = await editor.send('POST', `/projects/${project.id}/preview`, {});
    const reader = project.as(String(body.token));
    const min = { ...keeping, 'X-Min-Version': '999999' };

    const answers = [
      await reader.get(`/preview/v1/blog/articles/${draft.id}`, min),
      await reader.get('/preview/v1/blog/articles', keeping),
      await reader.get('/preview/v1/blog/articles/none', keeping),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    for (const answer of answers) {
      for (const name of headers) expect(answer.headers.get(name)).toBeNull();
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it.each(['/v1/ping', '/v1/changes'])('says nothing of tags: %s', async (path) => {
    const { project } = await newBlog();

    const answer = await project.secret.get(path, keeping);

    expect(answer.status).toBe(200);
    for (const name of headers) expect(answer.headers.get(name)).toBeNull();
  });
});
