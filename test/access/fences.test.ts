import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, publishEntry } from '../support/content.ts';
import { type DashboardClient, signedIn } from '../support/dashboard.ts';
import { startService, type TestProject } from '../support/service.ts';

const service = await startService();
let project: TestProject;
let author: DashboardClient;
let ids: Record<'entry' | 'article' | 'help' | 'writer' | 'category' | 'collection', string>;

beforeAll(async () => {
  project = await service.newProject();
  const { secret } = project;
  await defineType(project, 'page', { title: 'string', body: 'string' });
  const idOf = async (path: string, body: object) => String(expectDone(await secret.post(path, body)).id);
  const collection = await idOf('/v1/kb/collections', { title: 'Shelf' });
  ids = {
    entry: await publishEntry(project, 'page', { title: 'Live', body: 'words' }),
    article: await idOf('/v1/blog/articles', { title: 'Live', publish: true }),
    help: await idOf('/v1/kb/articles', { title: 'Live', collection, publish: true }),
    writer: await idOf('/v1/authors', { name: 'Ada' }),
    category: await idOf('/v1/blog/categories', { name: 'News' }),
    collection,
  };
  author = await signedIn(service, project.id, 'author');
});

const reads = [
  '/v1/content/page',
  '/v1/blog/articles',
  '/v1/kb/articles',
  '/v1/kb/tree',
  '/v1/authors',
  '/v1/blog/categories',
];

/** All that readers can see, byte for byte, with the revision. */
async function seen(): Promise<string[]> {
  const bytes = await Promise.all(reads.map(async (path) => (await project.publishable.get(path)).text));
  const { version } = (await project.publishable.get('/v1/changes')).body as { version: unknown };
  return [...bytes, String(version)];
}

const text = fc.string({ minLength: 1, maxLength: 12 });
const flags = fc.record(
  {
    publish: fc.boolean(),
    published_at: fc.constantFrom(null, '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'),
    publish_at: fc.constantFrom(null, '2027-06-01T00:00:00Z'),
    unpublish_at: fc.constantFrom(null, '2027-06-01T00:00:00Z'),
    archived: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** One write through a route that takes authors, or through one that does not. */
const write = fc
  .tuple(fc.nat(), text, flags)
  .map(([n, words, dates]): { method: string; path: string; body: unknown } => {
    const api = (path: string) => `/v1${path}`;
    const all = [
      { method: 'POST', path: api('/content/page/entries'), body: { values: { title: words }, ...dates } },
      {
        method: 'PATCH',
        path: api(`/content/page/${ids.entry}`),
        body: { values: { title: words }, ...dates },
      },
      {
        method: 'PATCH',
        path: api(`/content/page/${ids.entry}?draft=true`),
        body: { values: { body: words } },
      },
      { method: 'DELETE', path: api(`/content/page/${ids.entry}`), body: undefined },
      { method: 'PATCH', path: `/content/page/entries/${ids.entry}`, body: { values: { title: words } } },
      { method: 'POST', path: `/content/page/entries/${ids.entry}/duplicate`, body: {} },
      { method: 'POST', path: '/content/page/bulk', body: { action: 'unpublish', ids: [ids.entry] } },
      { method: 'POST', path: api('/blog/articles'), body: { title: words, ...dates } },
      { method: 'PATCH', path: api(`/blog/articles/${ids.article}`), body: { title: words, ...dates } },
      { method: 'PATCH', path: `/blog/articles/${ids.article}`, body: { title: words } },
      { method: 'DELETE', path: api(`/blog/articles/${ids.article}`), body: undefined },
      { method: 'PATCH', path: api(`/kb/articles/${ids.help}`), body: { title: words, ...dates } },
      { method: 'PATCH', path: `/kb/articles/${ids.help}`, body: { title: words } },
      { method: 'POST', path: api(`/kb/articles/${ids.help}/review`), body: {} },
      { method: 'PATCH', path: api(`/authors/${ids.writer}`), body: { name: words } },
      { method: 'PATCH', path: api(`/blog/categories/${ids.category}`), body: { name: words } },
      { method: 'PATCH', path: api(`/kb/collections/${ids.collection}`), body: { title: words } },
      { method: 'POST', path: '/kb/moves', body: { id: ids.help } },
      { method: 'POST', path: '/trash/restore', body: { ids: [ids.writer] } },
      { method: 'PUT', path: api('/schema/content-types/page'), body: { name: words, fields: [] } },
      { method: 'PATCH', path: '/settings', body: { name: words } },
    ];
    return all[n % all.length] ?? { method: 'GET', path: '/home', body: undefined };
  });

describe.each(['an author', 'a key that drafts'] as const)('%s', (who) => {
  it('changes nothing that readers see, whatever they write through whatever route', async () => {
    const before = await seen();
    const { token } = await project.newKey({ purpose: 'secret', scopes: { can: ['read', 'draft'] } });
    const key = project.as(token);
    const send = async ({ method, path, body }: { method: string; path: string; body: unknown }) => {
      if (who === 'an author') return author.send(method, `/projects/${project.id}${path}`, body);
      return path.startsWith('/v1/') ? key.send(method, path, { body }) : { status: 404 }; // the desk is no key's
    };

    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
        for (const one of writes) expect((await send(one)).status).toBeLessThan(500);
        expect(await seen()).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});

describe('an author', () => {
  it('writes drafts of what is live, and editors publish them', async () => {
    const path = `/projects/${project.id}/content/page/entries`;
    const begun = await author.send('POST', path, { values: { title: 'Begun' } });
    const saved = await author.send('PATCH', `${path}/${ids.entry}`, { values: { title: 'Draft' } });
    const refused = await author.send('PATCH', `/projects/${project.id}/v1/content/page/${ids.entry}`, {
      publish: true,
    });

    expect([begun.status, saved.status]).toEqual([201, 200]);
    expect(refused.body.error).toMatchObject({ code: 'role_required', role: 'editor' });

    const editor = await signedIn(service, project.id, 'editor');
    const published = await editor.send('PATCH', `/projects/${project.id}/v1/content/page/${ids.entry}`, {
      publish: true,
    });
    expect(published.body).toMatchObject({ status: 'published' });
  });

  it('has lost a right with the next request', async () => {
    const { client, userId, at } = await someEditor();
    const path = `${at}/v1/authors`;
    expect((await client.send('POST', path, { name: 'Before' })).status).toBe(201);
    const owner = await signedIn(service, project.id, 'owner');
    expect((await owner.send('PATCH', `${at}/members/${userId}`, { role: 'author' })).status).toBe(200);

    expect((await client.send('POST', path, { name: 'After' })).body.error.code).toBe('role_required');
  });
});

async function someEditor() {
  const at = `/projects/${project.id}`;
  const client = await signedIn(service, project.id, 'editor', 'changes@example.test');
  const owner = await signedIn(service, project.id, 'owner');
  const { data } = (await owner.send('GET', `${at}/members`)).body as {
    data: { id: string; email: string }[];
  };
  const userId = data.find(({ email }) => email === 'changes@example.test')?.id ?? '';
  return { client, userId, at };
}
