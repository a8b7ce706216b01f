import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../support/commands.ts';
import type { ApiAnswer } from '../support/client.ts';
import { signedIn } from '../support/dashboard.ts';
import { expectDone } from '../support/content.ts';
import { startOwnService, type TestProject } from '../support/service.ts';
import { newSharedProject, setMode } from './support/mode.ts';

const service = await startOwnService({ RATE_VOTE: '2', RATE_WINDOW_SECONDS: '3600' });
const origin = 'https://site.example';

/** What differs from request to request. */
const passing = /^(?:date|x-request-id|x-ratelimit-(?:remaining|reset)-.*)$/;

const hasTime = /"time":"[^"]+"/;

/** An answer as its bytes, without what no two requests have the same. */
const bytesOf = ({ status, headers, text }: ApiAnswer) => ({
  status,
  // A ping tells the time, so that its tag is another one each millisecond.
  headers: [...headers].filter(([name]) => !passing.test(name) && !(name === 'etag' && hasTime.test(text))),
  text: text.replaceAll(/req_[0-9a-z]{26}/g, '<request>').replace(hasTime, '<now>'),
});

async function withArticles(project: TestProject): Promise<{ article: string; token: string }> {
  const made = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  const collection = String((await made('/v1/kb/collections', { title: 'Help' })).id);
  const article = await made('/v1/kb/articles', { title: 'How?', collection, publish: true });
  await made('/v1/blog/articles', { title: 'Kites', publish: true });
  const { token } = await project.newKey({ purpose: 'publishable', origins: [origin] });
  return { article: String(article.id), token };
}

describe('a project in CDN mode', () => {
  it('answers as ever, byte for byte, what no shared cache may store', async () => {
    const project = await service.newProject();
    const { token } = await withArticles(project);
    const reader = project.as(token);
    const owner = await signedIn(service, project.id, 'owner', `second-${project.id}@example.test`);
    const preview = await owner.send('POST', `/projects/${project.id}/preview`, {
      minutes: 5,
    });
    const ask: (() => Promise<ApiAnswer>)[] = [
      ...['/v1/blog/articles', '/v1/blog/articles/none', '/v1/introspection', '/v1/kb/tree'].map(
        (path) => () => project.secret.get(path, { Origin: origin }),
      ),
      ...['/v1/ping', '/v1/changes', '/v1/releases', '/v1/nowhere', '/v1/blog/articles?nonsense=1'].map(
        (path) => () => reader.get(path, { Origin: origin }),
      ),
      () => reader.get('/v1/blog/articles', { Origin: 'https://foreign.example' }),
      () => reader.get('/v1/blog/articles', { 'X-Min-Version': '999999' }),
      () => reader.post('/v1/blog/articles', { title: 'No' }),
      () => project.as('pk_wrong').get('/v1/blog/articles'),
      () => project.as(null).get('/v1/blog/articles'),
      () => project.as(String(preview.body.token)).get('/preview/v1/blog/articles/kites'),
    ];
    const answers = async () => {
      const all: ApiAnswer[] = [];
      for (const one of ask) all.push(await one());
      return all;
    };
    const before = await answers();

    await setMode(service, project, { profile: 'edge' });

    const after = await answers();
    expect(after.map(bytesOf)).toEqual(before.map(bytesOf));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 403, 404, 503]));
  });

  it('counts votes, and refuses those above the budget, as ever', async () => {
    const project = await newSharedProject(service, { profile: 'edge' });
    const { article, token } = await withArticles(project);
    const vote = () =>
      project.as(token).post(`/v1/kb/articles/${article}/vote`, { helpful: true }, { Origin: origin });

    const answers = [await vote(), await vote(), await vote()];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    for (const { headers } of answers) {
      expect(headers.get('Cache-Control')).toBe('private, no-cache');
      expect(headers.get('X-RateLimit-Limit-vote')).toBe('2');
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(headers.get('Surrogate-Key')).toBeNull();
    }
  });

  it('asks the database no more than another', async () => {
    const project = await service.newProject();
    await withArticles(project);
    const paths = ['/v1/blog/articles/kites', '/v1/blog/articles/none', '/v1/kb/tree'];
    const commands = async () => {
      for (const path of paths) await project.publishable.get(path); // from here on they are kept
      return commandsOfService(service.app.system, async () => {
        for (const path of paths) await project.publishable.get(path);
      });
    };
    const before = await commands();

    await setMode(service, project, { profile: 'keyed' });

    expect((await commands()).sort()).toEqual(before.sort());
  });

  it('answers as before once it is off again', async () => {
    const project = await service.newProject();
    await withArticles(project);
    const paths = ['/v1/blog/articles/kites', '/v1/blog/articles/none', '/v1/introspection'];
    const answers = () =>
      Promise.all(paths.map(async (path) => bytesOf(await project.publishable.get(path))));
    const before = await answers();

    await setMode(service, project, { profile: 'keyed' });
    expect(await answers()).not.toEqual(before);
    await setMode(service, project, { profile: 'off', max_age_seconds: 60 });

    expect(await answers()).toEqual(before);
  });
});
