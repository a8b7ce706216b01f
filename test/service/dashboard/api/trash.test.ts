import { beforeAll, describe, expect, it } from 'vitest';
import type { RestoreResult, TrashList } from '../../../../src/lifecycle/trash/schema.ts';
import type { Scopes } from '../../../../src/contract/access.ts';
import { sweepTrash, trimTrash } from '../../../../src/lifecycle/trash/expiry.ts';
import { assembly } from '../../../support/assembly.ts';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
  await defineType(project, 'page', { title: 'string', note: 'text' });
});

const send = (method: string, path: string, body?: unknown, client = editor) =>
  client.send(method, `/projects/${project.id}${path}`, body);
const trash = async (query = '') => (await send('GET', `/trash${query}`)).body.data as { id: string }[];
const restore = async (...ids: string[]) =>
  (await send('POST', '/trash/restore', { ids })).body as RestoreResult;
const remove = (path: string) => send('DELETE', path);

async function newPage(values: object = { title: 'Page' }, also: object = {}): Promise<string> {
  const made = await project.secret.post('/v1/content/page/entries', { values, ...also });
  return (expectDone(made) as { id: string }).id;
}

/** One of each kind with its own path for the deletion, and the one from which it is read. */
const kinds = {
  entry: async () => {
    const id = await newPage({ title: 'Back' }, { publish: true });
    return { id, path: `/v1/content/page/${id}`, draft: true };
  },
  blog_article: () => made('/v1/blog/articles', { title: 'Back', publish: true }, true),
  kb_article: async () => {
    const { id: collection } = await made('/v1/kb/collections', { title: 'Help' }, false);
    return made('/v1/kb/articles', { title: 'Back', collection, publish: true }, true);
  },
  author: () => made('/v1/authors', { name: 'Back' }, false),
  blog_category: () => made('/v1/blog/categories', { name: 'Back' }, false),
  kb_collection: () => made('/v1/kb/collections', { title: 'Back' }, false),
  kb_section: async () => {
    const { id: collection } = await made('/v1/kb/collections', { title: 'Help' }, false);
    return made('/v1/kb/sections', { title: 'Back', collection }, false);
  },
};

async function made(path: string, body: object, draft: boolean) {
  const { id } = expectDone(await project.secret.post(path, body)) as { id: string };
  return { id, path: `${path}/${id}`, draft };
}

describe.each(Object.entries(kinds))('a deleted %s', (kind, make) => {
  it('is in the trash, gone for readers, and comes back with its id', async () => {
    const { id, path, draft } = await make();
    expect((await remove(path)).status).toBe(204);
    expect((await project.secret.get(path)).status).toBe(404);
    const [first] = await trash();
    expect(first).toMatchObject({ id, kind, title: 'Back', deleted_by: { name: `editor-${project.id}` } });
    expect(await trash(`?kind=${kind}`)).toEqual(expect.arrayContaining([first]));

    expect(await restore(id)).toEqual({
      data: [{ id, ok: true, error: null }],
      done: 1,
      failed: 0,
      warnings: [],
    });

    const back = await project.secret.get(path);
    if (draft) expect(back.body.error.code).toMatch(/not_published$/);
    else expect(back.body).toMatchObject({ id });
    if (draft) expect((await project.secret.patch(path, { publish: true })).status).toBe(200);
    expect((await project.secret.get(path)).body.id).toBe(id);
    expect((await trash()).map((item) => item.id)).not.toContain(id);
    expect((await restore(id)).data[0]?.error?.code).toBe('not_in_trash');
  });

  it('is in the trash when a key deletes it, which the API shows nowhere', async () => {
    const { id, path } = await make();
    expect((await project.secret.delete(path)).status).toBe(204);
    expect((await project.secret.get(path)).status).toBe(404);
    const [first] = await trash(`?kind=${kind}`);
    expect(first).toMatchObject({ id, kind, title: 'Back', deleted_by: { kind: 'key', name: 'test' } });

    expect((await restore(id)).data).toEqual([{ id, ok: true, error: null }]);

    const back = await project.secret.get(path);
    expect(back.body.id === id || /not_published$/.test(back.body.error.code as string)).toBe(true);
  });

  it('is gone for good when a key deletes it and an owner turned that off', async () => {
    const owner = await signedIn(service, project.id, 'owner');
    const { id, path } = await make();
    const change = async (keep_key_deletions: boolean | null) =>
      expect((await send('PATCH', '/settings', { keep_key_deletions }, owner)).status).toBe(200);
    await change(false);
    await project.secret.delete(path);
    expect((await trash()).map((item) => item.id)).not.toContain(id);
    expect((await restore(id)).data[0]?.error?.code).toBe('not_in_trash');
    await change(null);
    expect((await send('GET', '/settings')).body.keep_key_deletions).toBe(true);
  });

  it('is removed for good by a member, and by time', async () => {
    const [one, other] = [await make(), await make()];
    for (const { path } of [one, other]) await remove(path);
    const removed = await send('POST', '/trash/remove', { ids: [one.id] });
    expect(removed.body).toMatchObject({ done: 1, failed: 0 });

    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await sweepTrash(service.app.system, assembly.trashKinds, days(29));
    expect((await trash()).map((item) => item.id)).toContain(other.id);
    await sweepTrash(service.app.system, assembly.trashKinds, days(31));

    expect((await restore(one.id, other.id)).data.map(({ error }) => error?.code)).toEqual([
      'not_in_trash',
      'not_in_trash',
    ]);
    const versions = databaseOf(service.app.system).collection('versions');
    expect(await versions.countDocuments({ item: { $regex: `(${one.id}|${other.id})$` } })).toBe(0);
  });
});

describe('restoring with `publish`', () => {
  it.each(Object.entries(kinds))('makes a %s live again that readers saw', async (kind, make) => {
    const { id, path } = await make();
    await project.secret.delete(path);
    const [item] = await trash(`?kind=${kind}`);
    expect(item).toMatchObject({ id, was_live: true });

    const { body } = await send('POST', '/trash/restore', { ids: [id], publish: true });

    expect(body).toMatchObject({ data: [{ id, ok: true, error: null }], warnings: [] });
    expect((await project.secret.get(path)).status).toBe(200);
  });

  it('leaves an item a draft that was one, and one that can no longer be published', async () => {
    const own = await service.newProject();
    const editor = await signedIn(service, own.id, 'editor');
    await defineType(own, 'page', { title: 'string' });
    const create = async (values: object, body: object) =>
      (expectDone(await own.secret.post('/v1/content/page/entries', { values, ...body })) as { id: string })
        .id;
    const draft = await create({ title: 'Draft' }, { publish: false });
    const live = await create({ title: 'Live' }, { publish: true });
    for (const id of [draft, live]) await own.secret.delete(`/v1/content/page/${id}`);
    const fields = [
      { key: 'title', type: 'string' },
      { key: 'author', type: 'string', required: true },
    ];
    expectDone(await own.secret.put('/v1/schema/content-types/page', { fields }));

    const { body } = await editor.send('POST', `/projects/${own.id}/trash/restore`, {
      ids: [draft, live],
      publish: true,
    });

    expect(body.data).toMatchObject([{ ok: true }, { ok: true }]);
    expect(body.warnings).toMatchObject([{ id: live, code: 'not_published', param: 'publish' }]);
    const drafts = await own.secret.get('/preview/v1/content/page?status=draft');
    expect((drafts.body.data as { id: string }[]).map(({ id }) => id).sort()).toEqual([draft, live].sort());
  });

  it('restores and publishes once when two members do it at once', async () => {
    const { id, path } = await kinds.entry();
    await project.secret.delete(path);
    const ask = async () => (await send('POST', '/trash/restore', { ids: [id], publish: true })).body;

    const results = (await Promise.all([ask(), ask()])).map(
      ({ data }) => (data as RestoreResult['data'])[0]?.error?.code ?? 'restored',
    );

    expect(results.sort()).toEqual(['not_in_trash', 'restored']);
    expect((await project.secret.get(path)).status).toBe(200);
  });

  it('needs the permission to publish', async () => {
    const author = await signedIn(service, project.id, 'author', 'writer@example.test');
    const { id, path } = await kinds.entry();
    await project.secret.delete(path);
    const ask = (publish: boolean) =>
      author.send('POST', `/projects/${project.id}/trash/restore`, { ids: [id], publish });

    expect((await ask(true)).body.data).toMatchObject([{ ok: false, error: { code: 'role_required' } }]);
    expect((await ask(false)).body.data).toMatchObject([{ ok: true }]);
  });
});

describe('the list of the trash', () => {
  it('filters by who deleted an item and when', async () => {
    const own = await service.newProject();
    const member = await signedIn(service, own.id, 'editor');
    const path = `/projects/${own.id}`;
    const list = async (query: string) => {
      const { status, body } = await member.send('GET', `${path}/trash${query}`);
      return status === 200
        ? (body.data as { title: string }[]).map(({ title }) => title)
        : [status, body.error.param];
    };
    const author = async (name: string) =>
      (expectDone(await own.secret.post('/v1/authors', { name })) as { id: string }).id;
    const [byKey, byMember] = [await author('By a key'), await author('By a member')];
    await own.secret.delete(`/v1/authors/${byKey}`);
    await member.send('DELETE', `${path}/v1/authors/${byMember}`);
    const { body } = await member.send('GET', `${path}/trash`);
    const [last, first] = body.data as { deleted_at: string; deleted_by: { id: string; kind: string } }[];

    expect([last?.deleted_by.kind, first?.deleted_by.kind]).toEqual(['user', 'key']);
    expect(await list(`?by=${last?.deleted_by.id}`)).toEqual(['By a member']);
    expect(await list(`?by=${first?.deleted_by.id}`)).toEqual(['By a key']);
    expect(await list('?by=key_nobody')).toEqual([]);
    expect(await list(`?since=${last?.deleted_at}`)).toEqual(['By a member']);
    expect(await list(`?until=${last?.deleted_at}`)).toEqual(['By a key']);
    expect(await list(`?since=${first?.deleted_at}&limit=1`)).toEqual(['By a member']);
    expect(await list('?since=yesterday')).toEqual([400, 'since']);
    expect(await list('?until=2026-02-30')).toEqual([400, 'until']);
  });

  it('has what a narrowed key deletes, for members whose rights include it', async () => {
    const own = await service.newProject();
    await defineType(own, 'page', { title: 'string' });
    await defineType(own, 'note', { title: 'string' });
    const scopes: Scopes = { can: ['read', 'draft', 'publish'], areas: ['content'], types: ['page'] };
    const { token } = await own.newKey({ purpose: 'secret', scopes });
    const { id } = expectDone(
      await own.secret.post('/v1/content/page/entries', { values: { title: 'Page' }, publish: true }),
    ) as { id: string };
    expect((await new ApiClient(service.url, token).delete(`/v1/content/page/${id}`)).status).toBe(204);
    const listOf = async (type: string) => {
      const as = { role: 'editor' as const, grant: { areas: ['content' as const], types: [type] } };
      const member = await signedIn(service, own.id, as, `${type}-${own.id}@example.test`);
      const { body } = await member.send('GET', `/projects/${own.id}/trash`);
      return (body.data as { id: string }[]).map((item) => item.id);
    };

    expect(await listOf('page')).toEqual([id]);
    expect(await listOf('note')).toEqual([]);
  });

  it('loses the oldest items beyond its maximum, and no others', async () => {
    const own = await service.newProject();
    const other = await service.newProject();
    const member = await signedIn(service, own.id, 'editor');
    for (const name of ['First', 'Second', 'Third']) {
      for (const each of [own, other]) {
        const { id } = expectDone(await each.secret.post('/v1/authors', { name })) as { id: string };
        await each.secret.delete(`/v1/authors/${id}`);
      }
    }
    const { system, clock } = service.app;
    const titles = async () =>
      ((await member.send('GET', `/projects/${own.id}/trash`)).body.data as { title: string }[]).map(
        ({ title }) => title,
      );
    const now = clock.now();
    await trimTrash(system, 3, now);
    await sweepTrash(system, assembly.trashKinds, now);
    expect(await titles()).toEqual(['Third', 'Second', 'First']);
    await trimTrash(system, 2, now);
    await sweepTrash(system, assembly.trashKinds, now);
    expect(await titles()).toEqual(['Third', 'Second']);
  });
});

describe('the trash', () => {
  it('protects nothing, links nowhere, and frees unique values', async () => {
    const fields = [
      { key: 'title', label: 'Title', type: 'string', options: { unique: true } },
      { key: 'to', label: 'To', type: 'reference', options: { content_type: 'page' } },
    ];
    expectDone(await project.secret.put('/v1/schema/content-types/leaf', { name: 'Leaf', fields }));
    const target = await newPage();
    const leaf = await project.secret.post('/v1/content/leaf/entries', {
      values: { title: 'One', to: target },
    });
    const { id } = expectDone(leaf) as { id: string };
    expect((await remove(`/v1/content/page/${target}`)).body.error.code).toBe('entry_referenced');
    await remove(`/v1/content/leaf/${id}`);

    const places = await project.secret.get(`/v1/content/page/${target}/referenced-by`);
    expect(places.body.data).toEqual([]);
    const second = await project.secret.post('/v1/content/leaf/entries', { values: { title: 'One' } });
    expect((await remove(`/v1/content/page/${target}`)).status).toBe(204);

    expect((await restore(id)).data[0]?.error?.code).toBe('field_value_taken');
    await project.secret.delete(`/v1/content/leaf/${(expectDone(second) as { id: string }).id}`);
    expect((await restore(id)).data[0]?.ok).toBe(true);
    const draft = await send('GET', `/content/leaf/entries/${id}`);
    expect(draft.body.draft).toEqual({ title: 'One', to: target });
  });

  it('restores through the definitions of today, and says why it cannot', async () => {
    const owner = await signedIn(service, project.id, 'owner');
    await defineType(project, 'brief', { title: 'string', gone: 'string' });
    const entry = await project.secret.post('/v1/content/brief/entries', {
      values: { title: 'Kept', gone: 'Lost' },
    });
    const { id } = expectDone(entry) as { id: string };
    await remove(`/v1/content/brief/${id}`);
    await defineType(project, 'brief', { title: 'string' });
    const answer = await restore(id);
    expect(answer.warnings).toMatchObject([{ id, code: 'left_out', param: 'gone' }]);
    expect((await send('GET', `/content/brief/entries/${id}`)).body.draft).toEqual({ title: 'Kept' });

    await remove(`/v1/content/brief/${id}`);
    await send('DELETE', '/content-types/brief', { confirm: 'brief' }, owner);
    const refused = (await restore(id)).data[0];
    expect(refused?.error).toMatchObject({ code: 'cannot_be_restored' });
    expect(refused?.error?.message).toContain('the content type "brief" was deleted');
  });

  it('gives a number to a slug that was taken meanwhile, and refuses an article whose container is gone', async () => {
    const { id, path } = await made('/v1/blog/articles', { title: 'Same' }, true);
    await remove(path);
    await made('/v1/blog/articles', { title: 'Same' }, true);
    expect((await restore(id)).warnings).toMatchObject([{ id, code: 'slug_changed' }]);
    expect((await send('GET', `/blog/articles/${id}`)).body.slug).toBe('same-2');

    const { id: collection, path: container } = await made('/v1/kb/collections', { title: 'Going' }, false);
    const article = await made('/v1/kb/articles', { title: 'In it', collection }, true);
    await remove(article.path);
    await remove(container);
    expect((await restore(article.id)).data[0]?.error?.code).toBe('cannot_be_restored');
    expect((await restore(collection, article.id)).done).toBe(2);
  });

  it('keeps the versions and the revision of an entry', async () => {
    const { body } = await send('POST', '/content/page/entries', { values: { title: 'One' } });
    await remove(`/v1/content/page/${body.id}`);
    await restore(body.id);
    const draft = (await send('GET', `/content/page/entries/${body.id}`)).body;
    expect(draft).toMatchObject({ revision: body.revision + 2, status: 'draft', draft: { title: 'One' } });
    expect((await send('GET', `/versions/${body.id}`)).body.data.length).toBeGreaterThan(0);
  });

  it('is read page by page, is nobody else’s, and owners alone empty it', async () => {
    const own = await service.newProject();
    const owner = await signedIn(service, own.id, 'owner');
    const member = await signedIn(service, own.id, 'editor');
    const at = (path: string) => `/projects/${own.id}${path}`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const { id } = expectDone(await own.secret.post('/v1/authors', { name: `A ${i}` })) as { id: string };
      await owner.send('DELETE', at(`/v1/authors/${id}`));
      ids.push(id);
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = (await owner.send('GET', at(`/trash?limit=2${query}`))).body as TrashList;
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next_cursor;
    }
    expect(seen).toEqual([...ids].reverse());
    expect((await restore(...ids.slice(0, 1))).data[0]?.error?.code).toBe('not_in_trash');
    expect((await member.send('POST', at('/trash/empty'))).body.error.code).toBe('role_required');
    expect((await owner.send('POST', at('/trash/empty'))).body).toEqual({ removed: 5 });
    expect((await owner.send('GET', at('/trash'))).body.data).toEqual([]);
    expect((await owner.send('POST', at('/trash/restore'), { ids: [] })).body.error.code).toBe(
      'invalid_field_value',
    );
  });
});
