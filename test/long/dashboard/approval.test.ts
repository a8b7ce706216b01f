import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  apiWrites,
  deskWrites,
  random,
  type Random,
  stand,
  type Standing,
} from '../../support/access/every-write.ts';
import { dashboardRoutes, routes } from '../../support/assembly.ts';
import { databaseOf } from '../../support/database.ts';
import { type DashboardClient, signedIn } from '../../support/dashboard.ts';
import { startMediaService } from '../../support/media.ts';
import type { TestProject } from '../../support/service.ts';

const { service } = await startMediaService();
let project: TestProject;
let owner: DashboardClient;
let editor: DashboardClient;
let ids: Standing;

beforeAll(async () => {
  project = await service.newProject();
  ids = await stand(project);
  owner = await signedIn(service, project.id, 'owner');
  editor = await signedIn(service, project.id, 'editor');
  const desk = `/projects/${project.id}`;
  const { data } = (await editor.send('GET', `${desk}/versions/${ids.entry}`)).body as {
    data: { id: string }[];
  };
  ids.version = data.at(-1)?.id ?? '';
  // Drafts that readers don't see: one of each kind, and one in the trash.
  await editor.send('PATCH', `${desk}/content/page/entries/${ids.entry}`, {
    values: { title: 'Unapproved' },
  });
  await editor.send('PATCH', `${desk}/content/home/singleton`, { values: { title: 'Unapproved' } });
  await editor.send('PATCH', `${desk}/blog/articles/${ids.article}`, { title: 'Unapproved' });
  await editor.send('PATCH', `${desk}/kb/articles/${ids.help}`, { title: 'Unapproved' });
  const rule = { publish_approval: 'members_and_keys' };
  expect((await owner.send('PATCH', `${desk}/settings`, rule)).status).toBe(200);
});

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && !path.endsWith('/vote');
const isOfContent = ({ scope, needs }: (typeof dashboardRoutes)[number]) =>
  scope !== 'account' && needs !== 'manage' && needs !== 'schema' && needs !== 'read';

/** Decisions are how a draft gets its approval, so this test leaves them out. */
const isDecision = (name: string) => name.endsWith('/approve');
const ofApi = routes.filter(isWrite).map(named);
const ofDesk = dashboardRoutes.filter((route) => isWrite(route) && isOfContent(route)).map(named);

interface StoredItem {
  _id: unknown;
  draft: Record<string, unknown>;
  live: Record<string, unknown> | null;
  pending?: { values: Record<string, unknown> };
}

/** What readers see of each item, now and on a date, without the manual order. */
async function shown(): Promise<Map<string, object[]>> {
  const db = databaseOf(service.app.system);
  const release = await db
    .collection<{ _id: string; default_release_id: string }>('projects')
    .findOne({ _id: project.id });
  const entries = await db
    .collection<StoredItem>('entries')
    .find({ project_id: project.id, release_id: release?.default_release_id })
    .toArray();
  const articles = await db
    .collection<StoredItem>('articles')
    .find({ project_id: project.id } as object)
    .toArray();
  return new Map(
    [...entries, ...articles].map(({ _id, live, pending }) => {
      const all = [live, pending?.values].flatMap((values) => {
        if (values == null) return [];
        const { position: _position, ...rest } = values;
        return [rest];
      });
      return [String(_id).replace(/^.*\//, ''), all];
    }),
  );
}

const writes = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names.filter((name) => !isDecision(name))), random);

function requestOf(name: string, of: Random) {
  const write = apiWrites[name] ?? deskWrites[name];
  if (write === undefined) throw new Error(`${name} has no line in test/support/access/every-write.ts`);
  return { method: name.slice(0, name.indexOf(' ')), ...write(ids, of) };
}

type Sent = ReturnType<typeof requestOf>;
const asMember = (client: () => DashboardClient) => (sent: Sent) =>
  client().send(sent.method, `/projects/${project.id}${sent.path}`, sent.body);

const senders = {
  'an owner': { names: [...ofApi, ...ofDesk], send: asMember(() => owner) },
  'an editor': { names: [...ofApi, ...ofDesk], send: asMember(() => editor) },
  'a key': {
    names: ofApi,
    send: ({ method, path, body }: Sent) => project.secret.send(method, path, { body }),
  },
} as const;

describe.each(Object.entries(senders))('%s', (_who, { names, send }) => {
  it('shows readers no unapproved draft, through whatever route', { timeout: 240_000 }, async () => {
    const before = await shown();
    const passed = new Set<string>();
    const rejected = new Set<string>();
    const everyWriteOnce = names
      .filter((name) => !isDecision(name))
      .map((name): [string, Random] => [name, { words: 'a', flags: { publish: true }, query: '' }]);

    await fc.assert(
      fc.asyncProperty(fc.array(writes(names), { minLength: 6, maxLength: 14 }), async (some) => {
        for (const [name, of] of some) {
          const { status, body } = await send(requestOf(name, of));
          expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(500);
          if (status < 300) passed.add(name);
          if (body?.error?.code === 'approval_required') rejected.add(name);
        }
        for (const [id, seen] of await shown())
          for (const values of seen)
            expect(
              before.get(id)?.some((known) => isDeepStrictEqual(known, values)),
              id,
            ).toBe(true);
      }),
      // The first run sends each write once, so that random deletions don't decide what is sent.
      { numRuns: 50, examples: [[everyWriteOnce]] },
    );

    expect(passed.size).toBeGreaterThan(8); // it does write
    expect(rejected.size).toBeGreaterThan(1);
  });
});
