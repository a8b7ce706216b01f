import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
let id: string;
beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  id = await publishEntry(project, 'page', { title: 'A' });
});

const spent = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('x-ratelimit'));

describe('every response', () => {
  it('carries a request id of our own, the same as in an error, whatever the caller sent', async () => {
    const mine = { 'X-Request-Id': 'mine' };
    const paths = ['/v1/ping', '/v1/nothing', '/nothing', '/v1/content/page?limit=0', '/healthz'];
    for (const path of paths) {
      const answer = await project.secret.get(path, mine);
      const given = answer.headers.get('X-Request-Id');
      expect(given).toMatch(/^req_[0-9a-z]{26}$/);
      if (answer.status >= 400) expect(answer.body.error.request_id).toBe(given);
    }
  });

  it('under /v1 is private and differs by key, origin and encoding', async () => {
    for (const path of ['/v1/ping', '/v1/content/page', '/v1/nothing']) {
      const { headers } = await project.secret.get(path);
      expect(headers.get('Cache-Control')).toBe('private, no-cache');
      expect(headers.get('Vary')).toBe('Authorization, Origin, Accept-Encoding');
    }
  });

  it('that is a failure has the envelope', async () => {
    const answer = await project.secret.get('/v1/content/page?limit=0');

    expect(answer.body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'invalid_limit',
        message: expect.stringMatching(/./),
        request_id: answer.headers.get('X-Request-Id'),
        param: 'limit',
        doc_url: 'http://galley.test/docs/errors#invalid_limit',
      },
    });
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });
});

describe('a path', () => {
  it.each([
    '/v1/nothing',
    '/v1/',
    '/v1',
    '/v1/content',
    '/v1/content/page/x/y/z',
    '/v1/pings',
    '/v1//ping',
    '/v2/ping',
  ])('that is none of ours is unknown_endpoint: %s, no budget spent', async (path) => {
    const answer = await project.secret.get(path);

    expect(refusal(answer)).toEqual([404, 'unknown_endpoint', undefined]);
    expect(answer.body.error.type).toBe('not_found_error');
    expect(spent(answer.headers)).toEqual([]);
  });

  it('outside /v1 is unknown_endpoint without a key too', async () => {
    expect(refusal(await project.as(null).get('/nothing'))).toEqual([404, 'unknown_endpoint', undefined]);
  });

  it.each([
    ['POST', '/v1/ping', ['GET', 'HEAD']],
    ['DELETE', '/v1/content/page', ['GET', 'HEAD']],
    ['PUT', '/v1/content/page/ent_x', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['PATCH', '/v1/schema/content-types/page', ['GET', 'HEAD', 'PUT']],
    ['OPTIONS', '/v1/ping', ['GET', 'HEAD']],
    ['PROPFIND', '/v1/ping', ['GET', 'HEAD']],
  ])(
    'known, with another method, is method_not_allowed: %s %s, no budget spent',
    async (method, path, allowed) => {
      const answer = await project.secret.send(method, path, {});

      expect(refusal(answer)).toEqual([405, 'method_not_allowed', undefined]);
      expect(String(answer.headers.get('Allow')).split(', ').sort()).toEqual(allowed);
      expect(spent(answer.headers)).toEqual([]);
    },
  );

  it('known, names the methods of the thing that is there: a kind of type, or what is no id', async () => {
    const own = await service.newProject();
    await defineType(own, 'pages', { title: 'string' });
    await defineType(own, 'start', { title: 'string' }, { kind: 'singleton' });
    const allowed = async (path: string) => {
      const answer = await own.secret.send('OPTIONS', path, {});
      expect(answer.status).toBe(405);
      return String(answer.headers.get('Allow')).split(', ').sort();
    };

    expect(await allowed('/v1/content/pages')).toEqual(['GET', 'HEAD']);
    expect(await allowed('/v1/content/start')).toEqual(['GET', 'HEAD', 'PATCH', 'PUT']);
    expect(await allowed('/v1/content/none')).toEqual(['GET', 'HEAD', 'PATCH', 'PUT']);
    expect(await allowed('/v1/content/pages?release=rel_x')).toEqual(['GET', 'HEAD', 'PATCH', 'PUT']);
    expect(await allowed('/v1/content/pages/entries')).toEqual(['POST']);
    expect(await allowed('/v1/media/uploads')).toEqual(['POST']);
  });

  it.each(['%', '%E0%A4%A', '%ff', '%00', '%ED%A0%80', '..', 'é'])(
    'with %s in it does no harm',
    async (part) => {
      for (const path of [
        `/v1/content/${part}`,
        `/v1/content/page/${part}`,
        `/v1/schema/content-types/${part}`,
      ]) {
        const answer = await project.secret.get(path);
        expect(answer.status).toBe(404);
        expect(answer.body.error.request_id).toBe(answer.headers.get('X-Request-Id'));
      }
    },
  );
});

describe('HEAD', () => {
  it('answers as GET without the body', async () => {
    for (const path of ['/v1/content/page', `/v1/content/page/${id}`, '/v1/content/nothing']) {
      const get = await project.publishable.get(path);
      const head = await project.publishable.send('HEAD', path, {});

      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const name of ['ETag', 'Content-Type', 'Content-Length'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });
});

describe('ETag', () => {
  it('is on every GET; If-None-Match with it is 304 without a body, and spends the budget', async () => {
    for (const path of ['/v1/content/page', `/v1/content/page/${id}`]) {
      const first = await project.publishable.get(path);
      const tag = String(first.headers.get('ETag'));

      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await project.publishable.get(path, { 'If-None-Match': header });
        expect([again.status, again.text]).toEqual([304, '']);
        expect(again.headers.get('ETag')).toBe(tag);
        expect(again.headers.get('X-RateLimit-Remaining-read')).toMatch(/^\d+$/);
        expect(again.headers.get('Vary')).toContain('Authorization');
      }
      expect((await project.publishable.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    }
  });

  it('changes with what is served and only then; of an entry it leads with live_revision', async () => {
    const path = `/v1/content/page/${await publishEntry(project, 'page', { title: 'A' })}`;
    const tag = async () => String((await project.publishable.get(path)).headers.get('ETag'));
    const before = await tag();

    await publishEntry(project, 'page', { title: 'another' });
    expect(await tag()).toBe(before);
    await project.secret.patch(path, { values: { title: 'B' } });
    expect(before).toMatch(/^"1-/);
    expect(await tag()).toMatch(/^"2-/);
  });

  it('has no say on a write or on an error', async () => {
    const write = await project.secret.patch(
      `/v1/content/page/${id}`,
      { values: {} },
      { 'If-None-Match': '*' },
    );
    expect(write.status).toBe(200);
    expect((await project.secret.get('/v1/content/nothing', { 'If-None-Match': '*' })).status).toBe(404);
  });
});

describe('query parameters', () => {
  it.each<[string, string, string]>([
    ['limt=5', 'unknown_parameter', 'limt'],
    ['Limit=5', 'unknown_parameter', 'Limit'],
    ['dry_run=true', 'unknown_parameter', 'dry_run'],
    ['limit[]=5', 'unknown_parameter', 'limit[]'],
    ['limit=5&limit=5', 'invalid_parameter', 'limit'],
    ['release=a&release=b', 'invalid_parameter', 'release'],
    ['sort=', 'invalid_parameter', 'sort'],
    ['where[title]=%00', 'invalid_parameter', 'where[title]'],
    ['count=yes', 'invalid_parameter', 'count'],
  ])('%s: %s', async (query, code, param) => {
    expect(refusal(await project.publishable.get(`/v1/content/page?${query}`))).toEqual([400, code, param]);
  });

  it('suggest the one that was probably meant', async () => {
    const answer = await project.publishable.get('/v1/content/page?limt=5');

    expect(answer.body.error.did_you_mean).toBe('limit');
  });

  it('beginning with _ or utm_ are ignored, also when they come twice', async () => {
    const answer = await project.publishable.get(
      '/v1/content/page?_=1&_=2&utm_source=a&utm_source=b&__proto__=1',
    );

    expect(answer.status).toBe(200);
  });

  it.each(['/v1/ping', '/v1/authors'])('release on %s is accepted and ignored', async (path) => {
    expect((await project.secret.get(`${path}?release=rel_nothing`)).status).toBe(200);
  });

  it.each(['rel_nothing', `rel_${'0'.repeat(26)}`, '', 'ent_x'])(
    'release=%s that does not exist is unknown_release',
    async (release) => {
      for (const path of ['/v1/content/page', `/v1/content/page/${id}`, '/v1/schema/content-types'])
        expect(refusal(await project.secret.get(`${path}?release=${release}`))).toEqual([
          404,
          'unknown_release',
          'release',
        ]);
    },
  );
});

describe('release', () => {
  it('names the release that answers; a publishable key reads one whose id it supplies', async () => {
    const clone = (await project.secret.post('/v1/releases', { name: 'Next' })).body;
    await project.secret.patch(`/v1/content/page/${id}?release=${clone.id}`, { values: { title: 'N' } });

    const read = await project.publishable.get(`/v1/content/page/${id}?release=${clone.id}`);
    const list = await project.publishable.get(`/v1/content/page?release=${clone.id}`);
    const usual = await project.publishable.get(`/v1/content/page/${id}?release=${project.releaseId}`);

    expect([read.body.values.title, usual.body.values.title]).toEqual(['N', 'A']);
    expect(list.body.meta.release).toEqual({ id: clone.id, name: 'Next', default: false });
  });

  it('of another project does not exist', async () => {
    const other = await service.newProject();
    const answer = await project.secret.get(`/v1/content/page?release=${other.releaseId}`);

    expect(refusal(answer)).toEqual([404, 'unknown_release', 'release']);
  });
});
