import { describe, expect, it } from 'vitest';
import { backgroundDone } from '../../../../src/core/util/async/background.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

async function owned() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  return { project, send };
}

describe('POST keys', () => {
  it('shows a secret key once; only its hash is stored', async () => {
    const { project, send } = await owned();

    const made = await send('POST', '/keys', { purpose: 'secret', name: 'Build', expires_in_days: 30 });

    expect(made.status).toBe(201);
    expect(made.body.key).toMatchObject({ purpose: 'secret', name: 'Build', token: null });
    expect((await project.as(made.body.token).get('/v1/ping')).body.key.name).toBe('Build');
    const list = await send('GET', '/keys');
    expect(JSON.stringify(list.body)).not.toContain(made.body.token);
  });

  it('shows a publishable key again', async () => {
    const { send } = await owned();
    const made = await send('POST', '/keys', {
      purpose: 'publishable',
      name: 'Site',
      origins: ['https://WWW.example.com/'],
    });

    const list = await send('GET', '/keys');

    expect(list.body.data).toContainEqual(
      expect.objectContaining({ token: made.body.token, origins: ['https://example.com'] }),
    );
  });

  it.each([
    [{ purpose: 'publishable', name: 'x', expires_in_days: 5 }, 'invalid_key_purpose'],
    [{ purpose: 'secret', name: 'x', expires_in_days: 91 }, 'invalid_key_expiry'],
    [{ purpose: 'secret', name: 'x', origins: ['https://a.example'] }, 'invalid_field_value'],
    [{ purpose: 'publishable', name: 'x', origins: ['nowhere'] }, 'invalid_field_value'],
    [{ purpose: 'secret' }, 'missing_required_field'],
  ])('refuses %j with %s', async (body, code) => {
    const { send } = await owned();

    expect((await send('POST', '/keys', body)).body.error.code).toBe(code);
  });
});

describe('GET keys', () => {
  it('says when a key was used last', async () => {
    const { project, send } = await owned();
    const made = await send('POST', '/keys', { purpose: 'secret', name: 'Build' });
    expect(made.body.key.last_used_at).toBeNull();

    await project.as(made.body.token).get('/v1/ping');
    await backgroundDone();

    const { data } = (await send('GET', '/keys')).body as { data: { name: string; last_used_at: string }[] };
    expect(data.find(({ name }) => name === 'Build')?.last_used_at).toMatch(/^\d{4}-/);
  });
});

describe('PATCH and DELETE keys/{id}', () => {
  it('changes origins and name, and revokes with the next request', async () => {
    const { project, send } = await owned();
    const made = await send('POST', '/keys', { purpose: 'publishable', name: 'Site', origins: [] });
    const path = `/keys/${made.body.key.id}`;
    const asSite = () => project.as(made.body.token).get('/v1/ping', { Origin: 'https://a.example' });
    expect((await asSite()).body.error.code).toBe('origin_not_allowed');

    const changed = await send('PATCH', path, { name: 'New', origins: ['https://a.example'] });

    expect(changed.body).toMatchObject({ name: 'New', origins: ['https://a.example'], revoked_at: null });
    expect((await asSite()).status).toBe(200);
    const revoked = await send('DELETE', path);
    expect(revoked.body.revoked_at).toMatch(/^\d{4}-/);
    expect((await asSite()).body.error.code).toBe('invalid_api_key');
  });

  it('knows no key of another project', async () => {
    const { send } = await owned();
    const other = await owned();
    const { keyId } = await other.project.newKey({});

    for (const [method, body] of [['PATCH', { name: 'x' }], ['DELETE']] as const)
      expect((await send(method, `/keys/${keyId}`, body)).body.error.code).toBe('unknown_key');
    expect((await other.project.secret.get('/v1/ping')).status).toBe(200);
  });

  it('refuses origins for a secret key, and a change of nothing', async () => {
    const { project, send } = await owned();
    const { keyId } = await project.newKey({});

    const origins = await send('PATCH', `/keys/${keyId}`, { origins: ['https://a.example'] });
    const nothing = await send('PATCH', `/keys/${keyId}`, {});

    expect([origins, nothing].map(({ body }) => body.error.code)).toEqual([
      'invalid_field_value',
      'nothing_to_update',
    ]);
  });
});
