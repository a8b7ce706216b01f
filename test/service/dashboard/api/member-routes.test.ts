import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../../src/core/http/pipeline/route.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { fillPath, sampleBodies, sampleVariables, thingOf } from '../../../support/route-samples.ts';
import { startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { routes } from '../../../support/assembly.ts';

const { service } = await startMediaService();

let project: TestProject;
let owner: DashboardClient;
let editor: DashboardClient;
let stranger: DashboardClient;
/** Has the token of a session, whose cookie is taken away. */
let nobody: DashboardClient;
let things: Record<string, Record<string, string>>;
beforeAll(async () => {
  project = await service.newProject();
  const other = await service.newProject();
  things = await sampleVariables(project);
  owner = await signedIn(service, project.id, 'owner');
  editor = await signedIn(service, project.id, 'editor');
  stranger = await signedIn(service, other.id, 'owner');
  nobody = await signedIn(service, project.id, 'editor');
});

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const all = routes.map((route): [string, Route] => [nameOf(route), route]);
const writes = all.filter(([, { method }]) => method !== 'GET');
const reads = all.filter(([, { method }]) => method === 'GET');

function send(client: DashboardClient, route: Route, headers: Record<string, string> = {}) {
  const path = fillPath(route.path, things[thingOf(route.path) ?? ''] ?? {});
  const body = route.method === 'GET' ? undefined : (sampleBodies[nameOf(route)] ?? {});
  return client.send(route.method, `/projects/${project.id}${path}`, body, headers);
}

const codeOf = (answer: { status: number; body: any }) => [answer.status, answer.body?.error?.code];

describe.each(all)('the session on %s', (_name, route) => {
  it('is needed', async () => {
    nobody.cookie = null;

    expect(codeOf(await send(nobody, route))).toEqual([401, 'not_signed_in']);
  });

  it('opens the person’s own projects alone', async () => {
    expect(codeOf(await send(stranger, route))).toEqual([404, 'unknown_project']);
  });

  it('is of no use with a key in its place', async () => {
    const path = `/dashboard/api/projects/${project.id}${fillPath(route.path, {})}`;
    const answer = await project.secret.send(route.method, path, route.method === 'GET' ? {} : { body: {} });

    expect(codeOf(answer)).toEqual([401, 'not_signed_in']);
  });
});

describe.each(reads)('%s from the dashboard', (_name, route) => {
  it('answers what a secret key gets, and spends none of its budget', async () => {
    if (['/v1/ping', '/preview/v1/session'].includes(route.path)) return; // name who asks
    const path = fillPath(route.path, things[thingOf(route.path) ?? ''] ?? {});
    const byKey = await project.secret.get(path);

    const bySession = await send(editor, route);

    if (byKey.status === 200) expect(bySession.body).toEqual(byKey.body);
    expect(codeOf(bySession)).toEqual(codeOf(byKey));
    expect(bySession.headers.get('ETag')).toBe(byKey.headers.get('ETag'));
    expect(bySession.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(bySession.headers.get('X-RateLimit-Limit-read')).toBe('10000000');
  });
});

describe.each(writes)('%s from the dashboard', (name, route) => {
  it('takes the token of the session', async () => {
    expect(codeOf(await send(owner, route, { 'X-CSRF-Token': 'guess' }))).toEqual([
      403,
      'csrf_token_invalid',
    ]);
  });

  it('knows what editors may do', async () => {
    const isForOwners = / \/v1\/(schema|releases)/.test(name);
    const answer = await send(editor, route);

    if (isForOwners) expect(codeOf(answer)).toEqual([403, 'role_required']);
    else expect(answer.body?.error?.code).not.toBe('role_required');
  });
});

describe('writes from the dashboard', () => {
  it('are those of the API: created, replayed, refused alike', async () => {
    const path = `/projects/${project.id}/v1/authors`;
    const once = { 'Idempotency-Key': 'ada' };

    const created = await editor.send('POST', path, { name: 'Ada' }, once);
    const again = await editor.send('POST', path, { name: 'Ada' }, once);
    const wrong = await editor.send('POST', path, { nam: 'Ada' });

    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe('/v1/authors/ada');
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body).toEqual(created.body);
    expect(wrong.body.error).toMatchObject({ code: 'missing_required_field', param: 'name' });
    expect((await project.secret.get('/v1/authors/ada')).body.id).toBe(created.body.id);
  });

  it('are told to whoever follows the project’s changes', async () => {
    const base = `/projects/${project.id}/v1`;
    const { version } = (await owner.send('GET', `${base}/changes`)).body;

    await editor.send('POST', `${base}/blog/articles`, { title: 'Told', publish: true });

    const answer = await owner.send('GET', `${base}/changes?since=${version}`);
    expect(answer.body.events).toMatchObject([{ event: 'blog.article.published' }]);
  });
});

describe('GET /dashboard/api/projects', () => {
  it('lists the projects of the person alone', async () => {
    const answer = await editor.send('GET', '/projects');

    expect(answer.body).toEqual({
      data: [
        { id: project.id, name: 'Test', private_media: false, role: 'editor', grant: null, blocked: null },
      ],
    });
  });
});
