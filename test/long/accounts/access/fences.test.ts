import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardRoutes, routes } from '../../../support/assembly.ts';
import type { ApiClient } from '../../../support/client.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import {
  apiWrites,
  deskWrites,
  random,
  type Random,
  stand,
  type Standing,
} from '../../../support/access/every-write.ts';

const { service } = await startMediaService();
let project: TestProject;
let author: DashboardClient;
let key: ApiClient;
let ids: Standing;

beforeAll(async () => {
  project = await service.newProject();
  ids = await stand(project);
  author = await signedIn(service, project.id, 'author');
  const { token } = await project.newKey({ purpose: 'secret', scopes: { can: ['read', 'draft'] } });
  key = project.as(token);
  const { data } = (await author.send('GET', `/projects/${project.id}/versions/${ids.entry}`)).body as {
    data: { id: string }[];
  };
  ids.version = data.at(-1)?.id ?? '';
});

const reads = [
  '/v1/content/page',
  '/v1/content/home',
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

/** How the items of the project stand with readers, as it is stored; what is no draft alone must be one of those before. */
async function stored(): Promise<object[]> {
  const db = databaseOf(service.app.system);
  const rows = await Promise.all(
    ['entries', 'blog_articles', 'kb_articles'].map((name) =>
      db.collection(name).find({ project_id: project.id }).sort({ _id: 1 }).toArray(),
    ),
  );
  return rows
    .flat()
    .filter(({ status, live }) => status !== 'draft' || live != null)
    .map(({ _id, live, live_at, status, published_at, publish_at, unpublish_at, archived }) => ({
      ...{ _id, live, live_at, status, published_at, publish_at, unpublish_at, archived },
    }));
}

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && !path.endsWith('/vote');
const ofApi = routes.filter(isWrite);
const ofDesk = dashboardRoutes.filter((route) => isWrite(route) && route.scope !== 'account');
/** What an author may ask for at all; the matrix holds that the others are refused whatever they say. */
const ofContent = ofDesk.filter(({ needs }) => needs !== 'manage' && needs !== 'schema' && needs !== 'read');

const apiWrite = fc.tuple(fc.constantFrom(...ofApi.map(named)), random);
const anyWrite = fc.tuple(fc.constantFrom(...ofApi.map(named), ...ofContent.map(named)), random);

function requestOf(name: string, of: Random) {
  const write = apiWrites[name] ?? deskWrites[name];
  if (write === undefined) throw new Error(`${name} has no line in test/support/access/every-write.ts`);
  return { method: name.slice(0, name.indexOf(' ')), ...write(ids, of) };
}

const senders = {
  'an author': {
    writes: anyWrite,
    send: ({ method, path, body }: ReturnType<typeof requestOf>) =>
      author.send(method, `/projects/${project.id}${path}`, body),
  },
  'a key that drafts': {
    writes: apiWrite,
    send: ({ method, path, body }: ReturnType<typeof requestOf>) => key.send(method, path, { body }),
  },
} as const;

describe('the writes', () => {
  it('have a line for each route', () => {
    expect(Object.keys(apiWrites).sort()).toEqual(ofApi.map(named).sort());
    expect(Object.keys(deskWrites).sort()).toEqual(ofContent.map(named).sort());
  });
});

describe.each(Object.entries(senders))('%s', (_who, { writes, send }) => {
  it(
    'changes nothing that readers see, whatever they write through whatever route',
    { timeout: 180_000 },
    async () => {
      const before = [await seen(), await stored()];
      const passed = new Set<string>();

      await fc.assert(
        fc.asyncProperty(fc.array(writes, { minLength: 4, maxLength: 12 }), async (some) => {
          for (const [name, of] of some) {
            const { status } = await send(requestOf(name, of));
            expect(status).toBeLessThan(500);
            if (status < 300) passed.add(name);
          }
          expect([await seen(), await stored()]).toEqual(before);
        }),
        { numRuns: 60 },
      );

      expect(passed.size, [...passed].join()).toBeGreaterThan(5); // it does write
    },
  );
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
