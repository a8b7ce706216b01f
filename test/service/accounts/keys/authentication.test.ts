import { beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../../../src/accounts/keys/changes.ts';
import { ApiClient } from '../../../support/client.ts';
import { dayMs, defineType, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';
import { acting } from '../../../support/actor.ts';

const service = await startService();
const MONGODB_DB = service.app.config.MONGODB_DB;
/** A second process on the same database, and one whose clock is 40 days ahead. */
const second = await startService({ MONGODB_DB });
const later = await startService({ MONGODB_DB, CLOCK_OFFSET_MS: String(40 * dayMs) });

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
});

function ping(token: string, headers: Record<string, string> = {}, url = service.url) {
  return new ApiClient(url, token).get('/v1/ping', headers);
}

describe('a key', () => {
  it('resolves to exactly one project: the same path serves other content to another key', async () => {
    const other = await service.newProject();
    await defineType(other, 'page', { title: 'string' });
    await publishEntry(project, 'page', { title: 'mine' });
    await publishEntry(other, 'page', { title: 'theirs' });

    const values = async (client: ApiClient) => (await client.get('/v1/content/page')).body.data[0].values;

    expect([await values(project.publishable), await values(other.publishable)]).toEqual([
      { title: 'mine' },
      { title: 'theirs' },
    ]);
  });

  it('is told about itself', async () => {
    const { token, keyId } = await project.newKey({ name: 'Build', expiresInDays: 30 });

    const { body } = await ping(token);

    expect(body.key).toMatchObject({ id: keyId, purpose: 'secret', name: 'Build' });
    expect(Date.parse(body.key.expires_at) - Date.now()).toBeGreaterThan(29.9 * dayMs);
  });

  it('missing is 401 missing_api_key, on every path under /v1, known or not', async () => {
    for (const path of ['/v1/ping', '/v1/content/page', '/v1/nothing', '/v1', '/v1/'])
      expect(refusal(await project.as(null).get(path))).toEqual([401, 'missing_api_key', undefined]);
  });

  it.each<[string, (token: string) => string]>([
    ['empty', () => 'Bearer'],
    ['of another scheme', (token) => `Basic ${token}`],
    ['bare', (token) => token],
    ['cut', (token) => `Bearer ${token.slice(0, -1)}`],
    ['with a letter more', (token) => `Bearer ${token}a`],
    ['with a wrong checksum', (token) => `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['of the other kind', (token) => `Bearer ${token.replace('sk_', 'pk_')}`],
    ['twice', (token) => `Bearer ${token} ${token}`],
    ['with something behind', (token) => `Bearer ${token}, Bearer ${token}`],
  ])('that is %s is 401 invalid_api_key, one same answer', async (_name, header) => {
    const answer = await project.as(null).get('/v1/ping', { Authorization: header(project.secret.token) });

    expect(refusal(answer)).toEqual([401, 'invalid_api_key', undefined]);
    expect(answer.body.error.type).toBe('authentication_error');
  });

  it('is taken whatever the case of "Bearer" and the blanks around it', async () => {
    for (const header of [`bearer ${project.secret.token}`, `BEARER   ${project.secret.token} `])
      expect((await project.as(null).get('/v1/ping', { Authorization: header })).status).toBe(200);
  });

  it('that never existed but is well formed is invalid_api_key too', async () => {
    const { token } = await project.newKey({});
    await databaseOf(service.app.system)
      .collection('api_keys')
      .deleteOne({
        project_id: project.id,
        purpose: 'secret',
        name: 'test',
        key_id: (await ping(token)).body.key.id,
      });

    expect(refusal(await ping(token))).toEqual([401, 'invalid_api_key', undefined]);
  });

  it('that is revoked is refused on its next request, in every process', async () => {
    const { token, keyId } = await project.newKey({});
    expect([(await ping(token)).status, (await ping(token, {}, second.url)).status]).toEqual([200, 200]);

    await revokeKey(service.app.system.project(project.id), keyId, acting(service.app));

    expect([(await ping(token)).status, (await ping(token, {}, second.url)).status]).toEqual([401, 401]);
  });

  it('is stored as a hash: no secret token is in the database', async () => {
    const rows = await databaseOf(service.app.system)
      .collection('api_keys')
      .find({ project_id: project.id })
      .toArray();

    expect(JSON.stringify(rows)).not.toContain(project.secret.token);
    expect(JSON.stringify(rows)).not.toContain(project.publishable.token);
  });
});

describe('a session key', () => {
  it('answers key_expired naming the date once it is over', async () => {
    const { token } = await project.newKey({ expiresInDays: 30 });
    const { expires_at: end } = (await ping(token)).body.key;

    const answer = await ping(token, {}, later.url);

    expect(refusal(answer)).toEqual([401, 'key_expired', undefined]);
    expect(answer.body.error.expired_at).toBe(end);
    expect(answer.body.error.message).toContain(end);
  });

  it.each([1, 90])('lives %i days', async (expiresInDays) => {
    expect((await ping((await project.newKey({ expiresInDays })).token)).status).toBe(200);
  });

  it.each([0, -1, 91, 1.5, Number.NaN])('cannot live %s days: invalid_key_expiry', async (expiresInDays) => {
    await expect(project.newKey({ expiresInDays })).rejects.toMatchObject({ code: 'invalid_key_expiry' });
  });

  it('cannot be publishable: invalid_key_purpose', async () => {
    const key = project.newKey({ purpose: 'publishable', expiresInDays: 30 });

    await expect(key).rejects.toMatchObject({ code: 'invalid_key_purpose' });
  });
});

describe('a publishable key', () => {
  it.each([
    ['POST', '/v1/content/page/entries'],
    ['PUT', '/v1/content/page'],
    ['PATCH', '/v1/content/page'],
    ['PATCH', '/v1/content/page/ent_x'],
    ['DELETE', '/v1/content/page/ent_x'],
    ['PUT', '/v1/schema/content-types/page'],
  ])(
    'may not %s %s: secret_key_required, before anything is looked at, and no budget is spent',
    async (...row) => {
      const [method, path] = row;
      const answer = await project.publishable.send(method, path, { raw: '{nonsense' });

      expect(refusal(answer)).toEqual([403, 'secret_key_required', undefined]);
      expect(answer.body.error.type).toBe('permission_error');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    },
  );

  it.each<[string[], string, boolean]>([
    [['https://example.com'], 'https://example.com', true],
    [['https://example.com'], 'https://www.example.com', true],
    [['https://www.example.com'], 'https://example.com', true],
    [['https://example.com'], 'HTTPS://Example.COM', true],
    [['https://example.com:443'], 'https://example.com', true],
    [['https://example.com'], 'https://example.com:8443', false],
    [['https://example.com:8443'], 'https://example.com:8443', true],
    [['https://example.com'], 'http://example.com', false],
    [['https://example.com'], 'https://blog.example.com', false],
    [['https://example.com'], 'https://example.com.evil.com', false],
    [['https://example.com'], 'https://evilexample.com', false],
    [['https://example.com'], 'https://www.www.example.com', false],
    [['https://example.com'], 'null', false],
    [['https://example.com'], 'nonsense', false],
    [[], 'https://example.com', false],
    [['https://a.com', 'http://localhost:3000'], 'http://localhost:3000', true],
  ])('with the list %j answers a page of %s: %s', async (origins, origin, isAllowed) => {
    const { token } = await project.newKey({ purpose: 'publishable', origins });

    const answer = await ping(token, { Origin: origin });

    if (isAllowed) expect(answer.status).toBe(200);
    else expect(refusal(answer)).toEqual([403, 'origin_not_allowed', undefined]);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
  });

  it('is not checked when no Origin is sent, whatever its list', async () => {
    expect((await ping((await project.newKey({ purpose: 'publishable', origins: [] })).token)).status).toBe(
      200,
    );
  });

  it.each(['example.com', 'https://example.com/path', 'https://user@example.com', 'null', ''])(
    'cannot be made with the origin %j',
    async (origin) => {
      const key = project.newKey({ purpose: 'publishable', origins: [origin] });

      await expect(key).rejects.toMatchObject({ code: 'invalid_field_value', hints: { param: 'origins' } });
    },
  );
});

describe('a secret key', () => {
  it('has no origins: a request from a page passes, and the page may not read the answer', async () => {
    const answer = await project.secret.get('/v1/ping', { Origin: 'https://example.com' });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
