import { beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../../support/dashboard.ts';
import { defineType, publishEntry, refusal } from '../../support/content.ts';
import { startService, type TestProject } from '../../support/service.ts';

const service = await startService();
let project: TestProject;

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  await publishEntry(project, 'page', { title: 'A' });
});

/** Spellings of a path that a rule in front of the service would not know for the same. */
const others = (path: string) => {
  const at = path.lastIndexOf('/') + 1;
  return [
    `${path}/`,
    `${path}//`,
    path.slice(0, at) + path.slice(at).toUpperCase(),
    `${path.slice(0, at)}/${path.slice(at)}`,
    path.replace(/n/, '%6e'),
  ].filter((other) => other !== path);
};

describe('a path of the API is itself alone', () => {
  it.each(['/v1/ping', '/v1/introspection', '/v1/content/page', '/v1/kb/tree'])(
    '%s in any other spelling is unknown_endpoint',
    async (path) => {
      expect((await project.secret.get(path)).status).toBe(200);
      for (const other of others(path)) {
        const answer = await project.secret.get(other);
        const isAbsent = ['unknown_endpoint', 'unknown_content_type'].includes(answer.body.error.code);
        expect([other, answer.status, isAbsent]).toEqual([other, 404, true]);
      }
    },
  );

  it.each(['/v1/PING', '/v1/ping/', '/V1/ping'])('%s is 404 unknown_endpoint', async (path) => {
    expect(refusal(await project.secret.get(path)).slice(0, 2)).toEqual([404, 'unknown_endpoint']);
    expect((await project.secret.send('HEAD', path, {})).status).toBe(404);
    expect(refusal(await project.secret.post(path)).slice(0, 2)).toEqual([404, 'unknown_endpoint']);
  });

  it('still answers HEAD, preflights and wrong methods as before', async () => {
    const head = await project.secret.send('HEAD', '/v1/ping', {});
    expect([head.status, head.text]).toEqual([200, '']);
    const preflight = await project.as(null).send('OPTIONS', '/v1/ping', {
      headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    const wrong = await project.secret.post('/v1/ping');
    expect(refusal(wrong).slice(0, 2)).toEqual([405, 'method_not_allowed']);
    expect(String(wrong.headers.get('Allow')).split(', ').sort()).toEqual(['GET', 'HEAD']);
  });
});

describe('a path of the dashboard and of previews is itself alone', () => {
  it('in any other spelling is unknown_endpoint', async () => {
    const owner = await signedIn(service, project.id, 'owner');
    const { body } = await owner.send('POST', `/projects/${project.id}/preview`, {});
    const reader = project.as(String(body.token));
    expect((await owner.send('GET', `/projects/${project.id}/settings`)).status).toBe(200);
    expect((await owner.send('GET', `/projects/${project.id}/v1/ping`)).status).toBe(200);
    expect((await reader.get('/preview/v1/content/page')).status).toBe(200);

    for (const path of ['settings/', 'SETTINGS', '/settings', 'v1/ping/', 'v1/PING', 'V1/ping']) {
      const answer = await owner.send('GET', `/projects/${project.id}/${path}`);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'unknown_endpoint']);
    }
    for (const path of ['v1/content/page/', 'v1/CONTENT/page', 'V1/content/page', 'v1/authors/']) {
      const answer = await reader.get(`/preview/${path}`);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'unknown_endpoint']);
    }
  });
});
