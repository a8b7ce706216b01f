import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../support/client.ts';
import { createEntry, defineType, expectDone, publishEntry, refusal } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import type { Scopes } from '../../../../src/contract/access.ts';

const service = await startService();
let project: TestProject;
let owner: DashboardClient;
let page: string;
let note: string;

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'note', { title: 'string' });
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'about', type: 'reference', options: { content_type: 'note' } },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
  ]);
  note = await publishEntry(project, 'note', { title: 'A note' });
  page = await publishEntry(project, 'page', { title: 'A page', about: note });
  await defineType(project, 'pointer', [
    { key: 'page', type: 'reference', options: { content_type: 'page' } },
  ]);
  await publishEntry(project, 'pointer', { page });
  await publishEntry(project, 'page', { title: 'Another', next: page });
  owner = await signedIn(service, project.id, 'owner');
});

async function keyWith(scopes: Scopes, purpose: 'secret' | 'publishable' = 'secret') {
  const { token, keyId } = await project.newKey({ purpose, scopes });
  return { client: project.as(token), keyId, token };
}

const writer: Scopes['can'] = ['read', 'draft', 'publish'];
const pages: Scopes = { can: writer, areas: ['content'], types: ['page'] };
const refused = (required: string) => ({
  status: 403,
  body: { error: { code: 'scope_required', type: 'permission_error', required } },
});

describe('scopes that narrow', () => {
  const all = ['read', 'draft', 'publish', 'schema', 'releases'];
  it.each([
    [{ can: writer, areas: ['contnet'] }, 'scopes.areas', 'content'],
    [{ can: writer, areas: [] }, 'scopes.areas', undefined],
    [{ can: writer, types: ['pagee'] }, 'scopes.types', 'page'],
    [{ can: writer, types: [] }, 'scopes.types', undefined],
    [{ can: writer, areas: ['blog'], types: ['page'] }, 'scopes.types', undefined],
    [{ can: ['read'], releases: ['rel_00000000000000000000000000'] }, 'scopes.releases', undefined],
    [{ can: ['read'], releases: [] }, 'scopes.releases', undefined],
    [{ can: all, types: ['page'] }, 'scopes.can', undefined],
    [{ can: all, areas: ['content'] }, 'scopes.can', undefined],
    [{ can: all, releases: 'default' }, 'scopes.can', undefined],
    [{ can: [...writer, 'schema'], areas: ['blog'] }, 'scopes.can', undefined],
  ])('%j are refused', async (scopes, param, meant) => {
    const { status, body } = await make(scopes);

    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_scope', param]);
    expect(body.error.did_you_mean).toBe(meant);
  });

  it('name at most 50 types and 20 releases', async () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i}`);

    expect((await make({ can: ['read'], types: many(51, 'page') })).status).toBe(400);
    expect((await make({ can: ['read'], releases: many(21, 'rel_') })).body.error.message).toContain('20');
  });

  it('are stored in one order, each word once, and told by ping', async () => {
    const types = ['page', 'note', 'page'];
    const { body } = await make({ can: ['publish', 'draft', 'read'], areas: ['kb', 'content', 'kb'], types });
    const stored = { can: writer, areas: ['content', 'kb'], types: ['note', 'page'] };

    expect(body.key.scopes).toEqual(stored);
    const token = String(body.token);
    expect((await project.as(token).get('/v1/ping')).body.key.scopes).toEqual(stored);
  });

  function make(scopes: object) {
    return owner.send('POST', `/projects/${project.id}/keys`, { purpose: 'secret', name: 'n', scopes });
  }
});

describe('a key with one type', () => {
  it('is refused other types alike, whether they exist or not, and other areas', async () => {
    const { client } = await keyWith(pages);

    expect(await client.get('/v1/content/page')).toMatchObject({ status: 200 });
    for (const type of ['note', 'nothing'])
      expect(await client.get(`/v1/content/${type}`)).toMatchObject(refused(`type:${type}`));
    expect(await client.get(`/v1/schema/content-types/note`)).toMatchObject(refused('type:note'));
    expect(await client.get('/v1/blog/articles')).toMatchObject(refused('area:blog'));
    expect(await client.get('/v1/media')).toMatchObject(refused('area:media'));
    expect(await client.post('/v1/kb/articles', { title: 'x' })).toMatchObject(refused('area:kb'));
    expect(await client.delete(`/v1/content/note/${note}`)).toMatchObject(refused('type:note'));
  });

  it('cannot point at what it was not given, and keeps what points there', async () => {
    const { client } = await keyWith(pages);
    const path = `/v1/content/page/${page}`;

    expect(refusal(await client.patch(path, { values: { about: note } }))).toEqual([
      400,
      'unknown_link',
      'about',
    ]);
    expect((await client.patch(path, { values: { title: 'Renamed' }, publish: true })).status).toBe(200);
    expect((await project.publishable.get(path)).body.values.about).toMatchObject({ id: note });
  });

  it('is told how many hidden places point at an entry, and may not delete it', async () => {
    const { client } = await keyWith(pages);
    const places = (await client.get(`/v1/content/page/${page}/referenced-by`)).body;
    const whole = (await project.secret.get(`/v1/content/page/${page}/referenced-by`)).body;

    expect(places.data).toMatchObject([{ content_type: 'page' }]);
    expect(places.meta.hidden).toBe(1);
    expect(whole.data).toHaveLength(2);
    expect(whole.meta).not.toHaveProperty('hidden');
    const { status, body } = await client.delete(`/v1/content/page/${page}`);
    expect([status, body.error.code, body.error.hidden]).toEqual([409, 'entry_referenced', 1]);
    expect(body.error.referenced_by).toMatchObject([{ content_type: 'page' }]);
  });

  it('is described what it was given alone', async () => {
    const { client } = await keyWith(pages);
    const { body } = await client.get('/v1/introspection');
    const document = (await client.get('/v1/openapi.json')).body as { paths: object };
    const paths = Object.keys(document.paths);

    expect(body.key).toEqual({ scopes: pages });
    expect(body.content_types).toMatchObject([{ slug: 'page' }]);
    expect(body.modules.blog).toEqual({ endpoints: [], fields: {} });
    expect(JSON.stringify(body.core_endpoints)).not.toContain('/v1/releases');
    expect(paths).toContain('/v1/content/page');
    expect(paths.filter((path) => /blog|kb|authors|media|releases|note/.test(path))).toEqual([]);
    const types = (await client.get('/v1/types.d.ts')).text;
    expect([types.includes('Page'), types.includes('Pointer')]).toEqual([true, false]);
  });

  it('hears of what it was given alone', async () => {
    const { client } = await keyWith(pages);
    await createEntry(project, 'note', { title: 'Heard?' }, { publish: true });
    expectDone(await project.secret.post('/v1/blog/articles', { title: 'Heard?', publish: true }));
    const events = async (of: ApiClient) =>
      ((await of.get('/v1/changes?since=0')).body.events as { event: string; data: { type?: string } }[]).map(
        ({ event, data }) => `${event.split('.')[0] ?? ''} ${data.type ?? ''}`,
      );

    expect(new Set(await events(client))).toEqual(new Set(['content page', 'content ']));
    expect(new Set(await events(project.secret))).toContain('content note');
  });

  it('with `schema` defines that type, no other and no block', async () => {
    const { client } = await keyWith({ ...pages, can: [...writer, 'schema'] });
    const body = (await project.secret.get('/v1/schema/content-types/page')).body as { fields: object[] };
    const { fields } = body;
    const put = (slug: string) =>
      client.put(`/v1/schema/content-types/${slug}`, { name: 'New name', fields });

    expect((await put('page')).status).toBe(200);
    expect(await put('other')).toMatchObject(refused('type:other'));
    expect(await client.put('/v1/schema/blocks/part', { name: 'Part', fields: [] })).toMatchObject(
      refused('type:*'),
    );
  });
});

describe('a key with releases', () => {
  async function newRelease(): Promise<string> {
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Next' })) as { id: string };
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${id}`)).body.status as string)
      .toBe('ready');
    return id;
  }

  it('is refused the default one where that is outside, and never answered from another', async () => {
    const release = await newRelease();
    const { client } = await keyWith({ can: writer, releases: [release] });
    const asked = (query: string) => client.get(`/v1/content/page${query}`);

    expect(await asked('')).toMatchObject(refused('release:default'));
    expect(await asked(`?release=${project.releaseId}`)).toMatchObject(refused('release:default'));
    expect((await asked(`?release=${release}`)).status).toBe(200);
    for (const id of ['rel_00000000000000000000000000', await newRelease()]) {
      expect(await asked(`?release=${id}`)).toMatchObject(refused(`release:${id}`));
      expect(await client.get(`/v1/releases/${id}`)).toMatchObject(refused(`release:${id}`));
    }
    expect((await client.get('/v1/releases')).body.data).toMatchObject([{ id: release }]);
    expect((await client.get(`/v1/releases/${release}`)).status).toBe(200);
    expect(await client.get(`/v1/releases/${release}/diff`)).toMatchObject(refused('release:default'));
    expect([(await client.get('/v1/ping')).status, (await client.get('/v1/changes')).status]).toEqual([
      200, 200,
    ]);
    const patched = await client.patch(`/v1/content/page/${page}?release=${release}`, {
      values: { title: 'In next' },
    });
    expect(patched.status).toBe(200);
    expect(await client.patch(`/v1/content/page/${page}`, { values: { title: 'x' } })).toMatchObject(
      refused('release:default'),
    );
  });

  it('follows the default one where it was given "default"', async () => {
    const own = await service.newProject();
    await defineType(own, 'page', { title: 'string' });
    const entry = await publishEntry(own, 'page', { title: 'Old' });
    const { token } = await own.newKey({
      purpose: 'publishable',
      scopes: { can: ['read'], releases: 'default' },
    });
    const { id } = expectDone(await own.secret.post('/v1/releases', { name: 'Next' })) as { id: string };
    await expect
      .poll(async () => (await own.secret.get(`/v1/releases/${id}`)).body.status as string)
      .toBe('ready');
    const read = (query = '') => own.as(token).get(`/v1/content/page/${entry}${query}`);
    expect(await read(`?release=${id}`)).toMatchObject(refused(`release:${id}`));
    expectDone(
      await own.secret.patch(`/v1/content/page/${entry}?release=${id}`, {
        values: { title: 'New' },
        publish: true,
      }),
    );

    expectDone(await own.secret.post(`/v1/releases/${id}/promote`));

    expect((await read()).body.values.title).toBe('New');
    expect(await read(`?release=${own.releaseId}`)).toMatchObject(refused(`release:${own.releaseId}`));
  });
});
