import { beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import {
  createEntry,
  defineType,
  expectDone,
  inMs,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string', price: 'number' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
});

const keyWith = async (scopes: object) => {
  const { token } = await project.newKey({ purpose: 'secret', scopes } as never);
  return project.as(token);
};

describe('a secret key below /preview/v1', () => {
  it('reads drafts, with the state of each item', async () => {
    const id = await publishEntry(project, 'page', { title: 'Live' });
    const change = { values: { title: 'Edited' } };
    expectDone(await project.secret.patch(`/v1/content/page/${id}?draft=true`, change));

    const { body, headers } = await project.secret.get(`/preview/v1/content/page/${id}`);

    expect(body.values.title).toBe('Edited');
    expect(body.state).toMatchObject({ status: 'published', has_unpublished_changes: true, revision: 2 });
    expect(body.state.live_revision).toBe(1);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-cache-tags')).toBeNull();
    expect((await project.secret.get(`/v1/content/page/${id}`)).body).not.toHaveProperty('state');
  });

  it('serves every other read as under /v1', async () => {
    for (const path of ['/v1/ping', '/v1/releases', '/v1/schema/content-types', '/v1/locales', '/v1/media']) {
      const [preview, plain] = [await project.secret.get(`/preview${path}`), await project.secret.get(path)];
      const withoutTime = ({ time: _time, ...rest }: Record<string, unknown>) => rest;
      expect([path, preview.status, withoutTime(preview.body)]).toEqual([path, 200, withoutTime(plain.body)]);
      expect(preview.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('spends the read budget of the key', async () => {
    const left = async (path: string) =>
      Number((await project.secret.get(path)).headers.get('x-ratelimit-remaining-read'));
    const before = await left('/v1/ping');
    expect(await left('/preview/v1/content/page')).toBe(before - 1);
  });

  it('needs the permission preview or draft, and a secret key', async () => {
    const path = '/preview/v1/content/page';
    const reader = await keyWith({ can: ['read'] });
    expect((await (await keyWith({ can: ['read', 'preview'] })).get(path)).status).toBe(200);
    expect((await (await keyWith({ can: ['read', 'draft'] })).get(path)).status).toBe(200);
    const rejected = await reader.get(path);
    expect(refusal(rejected).slice(0, 2)).toEqual([403, 'scope_required']);
    expect(rejected.body.error).toMatchObject({
      required: 'preview',
      message: "This key can't read drafts. Ask an owner to add the permission preview, or use another key.",
    });
    expect(refusal(await project.publishable.get(path))).toEqual([403, 'secret_key_required', undefined]);
    expect(refusal(await project.as(null).get(path))).toEqual([401, 'missing_api_key', undefined]);
    expect(refusal(await project.as('sk_unknown').get(path))).toEqual([401, 'invalid_api_key', undefined]);
    expect(refusal(await project.as('other').get(path))).toEqual([401, 'invalid_preview_token', undefined]);
    expect((await reader.get('/v1/content/page')).status).toBe(200);
  });

  it('stays within its types and areas', async () => {
    const narrow = await keyWith({ can: ['read', 'preview'], areas: ['content'], types: ['page'] });
    expect((await narrow.get('/preview/v1/content/page')).status).toBe(200);
    expect((await narrow.get('/preview/v1/content/home')).body.error.required).toBe('type:home');
    expect((await narrow.get('/preview/v1/blog/articles')).body.error.required).toBe('area:blog');
    const other = await service.newProject();
    const id = (await createEntry(project, 'page', { title: 'Mine' })).id as string;
    expect((await other.secret.get(`/preview/v1/content/page/${id}`)).status).toBe(404);
  });

  it('cannot write', async () => {
    expect((await project.secret.post('/preview/v1/content/page/entries', { values: {} })).status).toBe(404);
  });

  it('gives the state of a singleton in a header', async () => {
    expectDone(await project.secret.put('/v1/content/home', { values: { title: 'Soon' } }));
    const { body, headers } = await project.secret.get('/preview/v1/content/home');
    expect(body).toEqual({ title: 'Soon' });
    expect(JSON.parse(headers.get('x-preview-state') ?? '')).toMatchObject({
      status: 'draft',
      published_at: null,
      live_revision: null,
      has_unpublished_changes: true,
    });
    expect(refusal(await project.secret.get('/preview/v1/content/home?status=draft'))).toEqual([
      400,
      'unknown_parameter',
      'status',
    ]);
  });

  it('describes its access', async () => {
    const { body } = await project.secret.get('/preview/v1/session');
    expect(body).toEqual({
      kind: 'key',
      project: { id: project.id, name: expect.any(String) as string },
      expires_at: null,
      drafts: 'all',
      item: null,
      at: null,
      release: null,
      dashboard: 'http://galley.test',
    });
  });
});

describe('status', () => {
  it('filters entries by state, alone and with other filters', async () => {
    const mine = await service.newProject();
    await defineType(mine, 'page', { title: 'string', price: 'number' });
    const draft = (await createEntry(mine, 'page', { title: 'Draft', price: 1 })).id as string;
    const later = { publish: true, published_at: inMs(3_600_000) };
    const scheduled = (await createEntry(mine, 'page', { title: 'Scheduled', price: 1 }, later)).id as string;
    const published = await publishEntry(mine, 'page', { title: 'Published', price: 1 });
    const changed = await publishEntry(mine, 'page', { title: 'Changed', price: 2 });
    expectDone(
      await mine.secret.patch(`/v1/content/page/${changed}?draft=true`, { values: { title: 'Edited' } }),
    );
    const ended = await publishEntry(mine, 'page', { title: 'Ended', price: 1 });
    expectDone(await mine.secret.patch(`/v1/content/page/${ended}`, { publish: false }));
    const ids = async (query: string) =>
      valuesOf(await mine.secret.get(`/preview/v1/content/page?${query}`), 'id');

    expect(await ids('status=draft')).toEqual([ended, draft]);
    expect(await ids('status=scheduled')).toEqual([scheduled]);
    expect(await ids('status=published')).toEqual([changed, published]);
    expect(await ids('status=changed')).toEqual([changed]);
    expect(await ids('status=draft,scheduled')).toEqual([ended, scheduled, draft]);
    expect(await ids('')).toEqual([ended, changed, published, scheduled, draft]);
    expect(await ids('status=published&where[price]=2')).toEqual([changed]);
    expect(await ids(`status=published&ids=${draft},${published}`)).toEqual([published]);
    const states = await mine.secret.get('/preview/v1/content/page?fields=price');
    expect(valuesOf(states, 'state').map((state: any) => state.status)).toEqual([
      'draft',
      'published',
      'published',
      'scheduled',
      'draft',
    ]);
    const counted = await mine.secret.get('/preview/v1/content/page?status=draft&count=true&limit=1');
    expect(counted.body.meta).toMatchObject({ total: 2, has_more: true });
    const next = await mine.secret.get(
      `/preview/v1/content/page?status=draft&limit=1&cursor=${counted.body.meta.next_cursor}`,
    );
    expect(valuesOf(next, 'id')).toEqual([draft]);
    const otherList = `/preview/v1/content/page?cursor=${counted.body.meta.next_cursor}`;
    expect(refusal(await mine.secret.get(otherList))[1]).toBe('invalid_cursor');
  });

  it('filters articles of the blog and of the knowledge base, archived ones too', async () => {
    const mine = await service.newProject();
    const shelf = expectDone(await mine.secret.post('/v1/kb/collections', { title: 'Help' })) as {
      id: string;
    };
    for (const [path, more] of [
      ['/v1/blog/articles', {}],
      ['/v1/kb/articles', { collection: shelf.id }],
    ] as const) {
      await mine.secret.post(path, { title: 'Begun', ...more });
      await mine.secret.post(path, { title: 'Out', publish: true, ...more });
      await mine.secret.post(path, { title: 'Edited', publish: true, ...more });
      expectDone(await mine.secret.patch(`${path}/edited?draft=true`, { excerpt: 'New' }));
      const titles = async (query: string) =>
        valuesOf(await mine.secret.get(`/preview${path}?${query}`), 'title').sort();
      expect(await titles('status=draft')).toEqual(['Begun']);
      expect(await titles('status=published')).toEqual(['Edited', 'Out']);
      expect(await titles('status=changed')).toEqual(['Edited']);
      expect(await titles('status=scheduled')).toEqual([]);
      const one = await mine.secret.get(`/preview${path}/edited`);
      expect(one.body).toMatchObject({ excerpt: 'New', state: { has_unpublished_changes: true } });
    }
    expectDone(await mine.secret.patch('/v1/kb/articles/out', { archived: true }));
    const archived = await mine.secret.get('/preview/v1/kb/articles?status=archived');
    expect(archived.body.data).toMatchObject([{ title: 'Out', state: { status: 'archived' } }]);
    expect(valuesOf(await mine.secret.get('/preview/v1/kb/articles'), 'title').sort()).toEqual([
      'Begun',
      'Edited',
    ]);
    expect((await mine.secret.get('/preview/v1/kb/articles/out')).body.error.code).toBe(
      'kb_article_archived',
    );
    expect(refusal(await mine.secret.get('/preview/v1/blog/articles?status=archived'))).toEqual([
      400,
      'invalid_parameter',
      'status',
    ]);
  });

  it('rejects other values, and other reads reject it', async () => {
    for (const value of ['', 'live', 'draft,', 'Draft', 'draft,archived'])
      expect(refusal(await project.secret.get(`/preview/v1/content/page?status=${value}`))).toEqual([
        400,
        'invalid_parameter',
        'status',
      ]);
    for (const path of ['/preview/v1/authors', '/v1/content/page', '/preview/v1/kb/tree'])
      expect(refusal(await project.secret.get(`${path}?status=draft`))).toEqual([
        400,
        'unknown_parameter',
        'status',
      ]);
  });
});

describe('/v1', () => {
  it('tells a key that can read drafts where the draft is, and others that it is not published', async () => {
    const id = (await createEntry(project, 'page', { title: 'Draft' })).id as string;
    expectDone(await project.secret.post('/v1/blog/articles', { title: 'Unseen' }));
    const message = async (client: typeof project.secret, path: string) =>
      (await client.get(path)).body.error.message as string;

    expect(await message(project.secret, `/v1/content/page/${id}`)).toBe(
      `Entry ${id} is a draft. Read it at /preview/v1/content/page/${id}, or publish it.`,
    );
    expect(await message(project.publishable, `/v1/content/page/${id}`)).toBe(
      `Entry ${id} isn't published. Publish it first.`,
    );
    expect(await message(await keyWith({ can: ['read'] }), '/v1/blog/articles/unseen')).toBe(
      'The blog article "unseen" isn\'t published. Publish it first.',
    );
    expect(await message(project.secret, '/v1/blog/articles/unseen')).toBe(
      'The blog article "unseen" is a draft. Read it at /preview/v1/blog/articles/unseen, or publish it.',
    );
  });
});
