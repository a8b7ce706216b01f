import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService({ RATE_READ: '3' });
const Origin = 'https://example.com';

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
});

describe('a preflight', () => {
  it('needs no key, spends no budget and gets 204 for any origin', async () => {
    for (const path of ['/v1/ping', '/v1/content/page/entries', '/v1/nothing']) {
      const answer = await project.as(null).send('OPTIONS', path, {
        headers: {
          Origin,
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });

      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
      expect(answer.headers.get('Access-Control-Allow-Methods')).toContain('PATCH');
      const allowed = String(answer.headers.get('Access-Control-Allow-Headers')).toLowerCase();
      for (const header of ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key'])
        expect(allowed).toContain(header);
      expect(answer.headers.get('Vary')).toContain('Origin');
      expect(answer.headers.get('X-Request-Id')).toMatch(/^req_/);
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(answer.headers.get('X-RateLimit-Limit-read')).toBeNull();
    }
  });

  it('is only what a browser asks: OPTIONS without its headers needs a key', async () => {
    const answer = await project.as(null).send('OPTIONS', '/v1/ping', { headers: { Origin } });

    expect(answer.status).toBe(401);
  });
});

describe('an answer to a page', () => {
  it('may be read by it, errors included, with the headers that matter', async () => {
    const { token } = await project.newKey({ purpose: 'publishable', origins: [Origin] });
    const client = project.as(token);
    const answers = [
      await client.get('/v1/ping', { Origin }),
      await client.get('/v1/nothing', { Origin }),
      await client.get('/v1/content/page?limit=x', { Origin }),
      await client.send('DELETE', '/v1/content/page/ent_x', { headers: { Origin } }),
      await client.get('/v1/ping', { Origin }),
      await client.get('/v1/ping', { Origin }),
      await project.as(null).get('/v1/ping', { Origin }),
      await client.get('/v1/ping', { Origin: 'https://elsewhere.com' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 403, 200, 429, 401, 403]);
    for (const { headers } of answers) {
      expect(headers.get('Access-Control-Allow-Origin')).toMatch(/^https:\/\/(example|elsewhere)\.com$/);
      expect(headers.get('Vary')).toMatch(/Authorization.*Origin.*Accept-Encoding/);
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      const exposed = String(headers.get('Access-Control-Expose-Headers'));
      for (const name of ['X-Request-Id', 'ETag', 'Retry-After', 'X-RateLimit-Remaining-read'])
        expect(exposed).toContain(name);
    }
  });

  it('without an Origin carries no CORS header', async () => {
    const answer = await project.as(null).get('/v1/ping');

    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers.get('Vary')).toContain('Origin');
  });
});
