import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

const service = await startService();

describe('GET /v1/ping', () => {
  it('confirms the key and names its project', async () => {
    const project = await service.newProject();

    const answer = await project.secret.get('/v1/ping');

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ok: true,
      project: { id: project.id, name: 'Test' },
      api_version: 'v1',
    });
    expect(answer.headers.get('X-Request-Id')).toMatch(/^req_[0-9a-z]{26}$/);
    expect(answer.headers.get('X-RateLimit-Remaining-read')).toBe('999999');
  });

  it('answers 401 missing_api_key without a key, with the envelope and a page that explains it', async () => {
    const project = await service.newProject();

    const answer = await project.as(null).get('/v1/ping');

    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({
      type: 'authentication_error',
      code: 'missing_api_key',
      request_id: answer.headers.get('X-Request-Id'),
      doc_url: 'http://galley.test/docs/errors#missing_api_key',
    });
  });

  it.each(['', 'sk_', 'sk_' + 'A'.repeat(46), 'Bearer x'])(
    'answers 401 invalid_api_key to %j',
    async (token) => {
      const project = await service.newProject();

      const answer = await project.as(token).get('/v1/ping');

      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
    },
  );
});
