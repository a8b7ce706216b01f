import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../support/client.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { hashOfToken } from '../../../../src/core/util/token-hash.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
let owner: DashboardClient;
let entryId: string;

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  entryId = await publishEntry(project, 'page', { title: 'Live' });
  owner = await signedIn(service, project.id, 'owner');
});

function make(body: object) {
  return owner.send('POST', `/projects/${project.id}/keys`, { purpose: 'secret', name: 'Narrow', ...body });
}

async function narrowed(...can: string[]): Promise<{ token: string; client: ApiClient }> {
  const token = String((await make({ scopes: { can } })).body.token);
  return { token, client: project.as(token) };
}

const live = () => `/v1/content/page/${entryId}`;
const refused = (required: string) => ({
  status: 403,
  body: { error: { code: 'scope_required', type: 'permission_error', required } },
});

describe('scopes of a key', () => {
  it.each([
    [['read', 'drat'], { did_you_mean: 'draft' }],
    [['read', 'manage'], {}],
    [['draft'], {}],
    [['read', 'publish'], {}],
    [['read', 'draft', 'schema'], {}],
    [['read', 'draft', 'releases'], {}],
    [[], {}],
  ])('%j are no scopes', async (can, hints) => {
    const { status, body } = await make({ scopes: { can } });

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_scope', param: 'scopes.can', ...hints });
  });

  it('are `read` alone for a publishable key', async () => {
    const wide = await make({ purpose: 'publishable', scopes: { can: ['read', 'draft'] } });
    const narrow = await make({ purpose: 'publishable', scopes: { can: ['read'] } });

    expect(wide.body.error.code).toBe('invalid_scope');
    expect(await project.as(narrow.body.token).get(live())).toMatchObject({ status: 200 });
  });

  it('are told by ping and by the list, and absent where a key has none', async () => {
    const { client } = await narrowed('draft', 'read');

    expect((await client.get('/v1/ping')).body.key).toMatchObject({ scopes: { can: ['read', 'draft'] } });
    expect((await project.secret.get('/v1/ping')).body.key).not.toHaveProperty('scopes');
    const { data } = (await owner.send('GET', `/projects/${project.id}/keys`)).body;
    expect(data).toContainEqual(
      expect.objectContaining({ name: 'Narrow', scopes: { can: ['read', 'draft'] } }),
    );
  });
});

describe('a key with `read`', () => {
  it('reads what a secret key reads and writes nothing', async () => {
    const { client } = await narrowed('read');

    expect((await client.get('/v1/content/page')).body).toEqual(
      (await project.secret.get('/v1/content/page')).body,
    );
    expect(await client.post('/v1/content/page/entries', { values: { title: 'x' } })).toMatchObject(
      refused('draft'),
    );
    expect(await client.patch(live(), { values: { title: 'x' } })).toMatchObject(refused('draft'));
    expect(await client.delete(live())).toMatchObject(refused('publish'));
    expect(await client.post('/v1/authors', { name: 'x' })).toMatchObject(refused('publish'));
  });

  it('is refused before a former answer and alike for a type that is not there', async () => {
    const { client } = await narrowed('read');

    expect(await client.post('/v1/content/nothing/entries', {})).toMatchObject(refused('draft'));
  });
});

describe('a key with `draft`', () => {
  it('writes drafts, and is undone where readers would notice', async () => {
    const { client } = await narrowed('read', 'draft');
    const before = (await project.publishable.get(live())).text;

    const begun = await client.post('/v1/content/page/entries', { values: { title: 'Begun' } });
    const saved = await client.patch(`${live()}?draft=true`, { values: { title: 'Proposed' } });

    expect([begun.status, saved.status]).toEqual([201, 200]);
    expect(await client.patch(live(), { values: { title: 'x' } })).toMatchObject(refused('publish'));
    expect(await client.patch(live(), { publish: false })).toMatchObject(refused('publish'));
    expect(
      await client.post('/v1/content/page/entries', { values: { title: 'x' }, publish: true }),
    ).toMatchObject(refused('publish'));
    expect((await project.publishable.get(live())).text).toBe(before);
  });
});

describe('a key with `publish`', () => {
  it('publishes, and defines neither types nor releases', async () => {
    const { client } = await narrowed('read', 'draft', 'publish');

    expect((await client.patch(live(), { publish: true })).status).toBe(200);
    const type = { name: 'Other', fields: [] };
    expect(await client.put('/v1/schema/content-types/other', type)).toMatchObject(refused('schema'));
    expect(await client.post('/v1/releases', { name: 'Next' })).toMatchObject(refused('releases'));
  });
});

describe('a build that knows no scopes', () => {
  it('finds no narrowed key under the hash of its token, and this one refuses it once revoked', async () => {
    const { token, client } = await narrowed('read');
    const asBefore = { _id: hashOfToken(token) as never };

    expect(await databaseOf(service.app.system).collection('api_keys').findOne(asBefore)).toBeNull();
    const { key } = (await client.get('/v1/ping')).body as { key: { id: string } };
    await owner.send('DELETE', `/projects/${project.id}/keys/${key.id}`);
    expect(await client.get('/v1/ping')).toMatchObject({ status: 401 });
  });
});
