import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../../src/core/http/pipeline/route.ts';
import type { ApiClient, ApiAnswer } from '../../../support/client.ts';
import { refusal } from '../../../support/content.ts';
import { fillPath, sampleBodies, sampleVariables, thingOf } from '../../../support/route-samples.ts';
import { startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { routes } from '../../../support/assembly.ts';
import { databaseOf } from '../../../support/database.ts';

const { service } = await startMediaService();

let mine: TestProject;
let foreign: TestProject;
let foreignThings: Record<string, Record<string, string>>;
beforeAll(async () => {
  mine = await service.newProject();
  foreign = await service.newProject();
  foreignThings = await sampleVariables(foreign);
});

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const hasBody = ({ method, input }: Route) => method !== 'GET' && input.body !== undefined;

/** Runs a route on the foreign project's things, with whichever key. */
function run(client: ApiClient, route: Route): Promise<ApiAnswer> {
  const thing = thingOf(route.path);
  const variables = thing === null ? {} : foreignThings[thing];
  if (variables === undefined)
    throw new Error(
      `test/support/route-samples.ts knows no thing behind ${thing}; add one for the foreign project`,
    );
  const body = hasBody(route) ? { body: sampleBodies[nameOf(route)] ?? {} } : {};
  return client.send(route.method, fillPath(route.path, variables), body);
}

const all = routes.map((route): [string, Route] => [nameOf(route), route]);

describe.each(all)('%s', (name, route) => {
  it('refuses a request without a key, and one with a wrong key', async () => {
    const wrong = mine.as(`sk_${'0'.repeat(46)}`);

    expect(refusal(await run(mine.as(null), route))).toEqual([401, 'missing_api_key', undefined]);
    expect(refusal(await run(wrong, route))).toEqual([401, 'invalid_api_key', undefined]);
  });

  it('refuses a publishable key when it is for secret ones', async () => {
    const answer = await run(mine.publishable, route);

    if (route.key === 'secret') expect(refusal(answer)).toEqual([403, 'secret_key_required', undefined]);
    else expect(answer.body?.error?.code).not.toBe('secret_key_required');
  });

  it('finds nothing of another project', async () => {
    if (thingOf(route.path) === null) return;
    const definesItsOwn = /^PUT \/v1\/schema\/(?:content-types\/:type|blocks\/:block)$/.test(name);

    const answer = await run(mine.secret, route);

    expect([answer.status, answer.body?.error?.code]).toEqual(
      definesItsOwn ? [201, undefined] : [404, expect.stringMatching(/^unknown_/)],
    );
    for (const made of definesItsOwn ? ['content_types', 'blocks'] : [])
      await databaseOf(service.app.system).collection(made).deleteMany({ project_id: mine.id });
  });

  it('refuses a parameter that it does not know', async () => {
    const [path = ''] = fillPath(route.path, {}).split('?');
    const body = hasBody(route) ? { body: sampleBodies[name] ?? {} } : {};

    const answer = await mine.secret.send(route.method, `${path}?nonsense=1`, body);

    expect(refusal(answer)).toEqual([400, 'unknown_parameter', 'nonsense']);
  });

  it('refuses a body of another type, and one that is no object, when it takes one', async () => {
    if (!hasBody(route)) return;
    const path = fillPath(route.path, {});

    const text = { raw: 'x=1', headers: { 'Content-Type': 'text/plain' } };
    expect(refusal(await mine.secret.send(route.method, path, text))).toEqual([
      415,
      'unsupported_media_type',
      undefined,
    ]);
    expect(refusal(await mine.secret.send(route.method, path, { raw: '[]' }))).toEqual([
      400,
      'invalid_json',
      undefined,
    ]);
  });

  it('spends its budget and says so', async () => {
    const { headers } = await run(route.key === 'secret' ? mine.secret : mine.publishable, route);

    for (const what of ['Limit', 'Remaining', 'Reset'])
      expect(headers.get(`X-RateLimit-${what}-${route.budget}`)).toMatch(/^\d+$/);
  });
});

describe('the foreign project', () => {
  it('is what it was after all of that', async () => {
    const titles: unknown[] = [];
    for (const route of routes.filter(({ method, path }) => method === 'GET' && thingOf(path) === path)) {
      const answer = await run(foreign.secret, route);
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 200]);
      titles.push(JSON.stringify(answer.body));
    }
    expect(titles.join()).not.toContain('Changed');
    expect(titles.length).toBeGreaterThan(8);
  });
});
