import { describe, expect, it } from 'vitest';
import { dayMs, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { type Item, kinds } from '../../../support/publishing/live-items.ts';

const service = await startOwnService();
const end = Date.parse('2027-03-05T17:00:00.000Z');
const earlier = (ms: number) => new Date(end - ms).toISOString();
const unpublish_at = earlier(0);

/** What can be done to an item that is live and has an end. */
interface Hands {
  item: Item;
  /** A write by the API; entries get `values` beside what is sent. */
  send: (body: object, query?: string) => Promise<unknown>;
  /** The dashboard saves its draft. */
  draft: (body: object) => Promise<unknown>;
  /** The dashboard deletes it, and brings it back from the trash. */
  deleteAndRestore: () => Promise<unknown>;
}

type Move = [what: string, move: (hands: Hands) => Promise<unknown>, kinds?: readonly string[]];

const entries = ['entry', 'singleton'];
const articles = ['blog article', 'knowledge base article'];
const publish = true;
const schedule = { publish, published_at: earlier(60_000), unpublish_at };

/** Moves that keep the end. */
const keeping: Move[] = [
  ['an edit', ({ item, send }) => send(item.body('New'))],
  ['a draft that the dashboard saves', ({ item, draft }) => draft(item.body('New'))],
  [
    'the publication of a draft',
    async ({ item, send, draft }) => {
      await draft(item.body('New'));
      await send({ publish });
    },
  ],
  ['the publication of what is live', ({ send }) => send({ publish })],
  [
    'a change that is scheduled before it',
    ({ item, send }) => send({ ...item.body('New'), publish_at: earlier(1) }),
  ],
  [
    'a scheduled change that is canceled',
    async ({ item, send }) => {
      await send({ ...item.body('New'), publish_at: earlier(1000) });
      await send({ publish_at: null });
    },
  ],
  [
    'an edit of what is scheduled',
    async ({ item, send }) => {
      await send(schedule);
      await send(item.body('New'));
    },
  ],
  [
    'a draft of what is scheduled that the dashboard saves',
    async ({ item, send, draft }) => {
      await send(schedule);
      await draft(item.body('New'));
    },
  ],
  [
    'another publication of what is scheduled',
    async ({ send }) => {
      await send(schedule);
      await send({ publish });
    },
  ],
  [
    'a publication at once of what is scheduled',
    async ({ send }) => {
      await send(schedule);
      await send({ publish, published_at: null });
    },
  ],
  ['another start before it', ({ send }) => send({ publish, published_at: earlier(2) })],
  ['a dry run that takes it away', ({ send }) => send({ unpublish_at: null }, '?dry_run=true')],
  ['a dry run that hides the item', ({ send }) => send({ publish: false }, '?dry_run=true')],
];

/** Moves that drop the end; the item is live after them. */
const dropping: Move[] = [
  ['null', ({ send }) => send({ unpublish_at: null })],
  ['null beside a publication', ({ send }) => send({ publish, unpublish_at: null })],
  [
    'what hides the item',
    async ({ send }) => {
      await send({ publish: false });
      await send({ publish });
    },
  ],
  [
    'the archive',
    async ({ send }) => {
      await send({ archived: true });
      await send({ archived: false });
      await send({ publish });
    },
    ['knowledge base article'],
  ],
  [
    'what takes a scheduled item back',
    async ({ send }) => {
      await send(schedule);
      await send({ publish: false });
      await send({ publish, published_at: null });
    },
  ],
  [
    'the trash',
    async ({ send, deleteAndRestore }) => {
      await deleteAndRestore();
      await send({ publish });
    },
    ['entry', ...articles],
  ],
];

/** One item of each kind that ends, after a move of each, and where each is read. */
async function afterMove([, move, only = [...entries, ...articles]]: Move) {
  setClock(service, end - dayMs);
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const paths = [];
  for (const kind of only) {
    const item = await kinds[kind as keyof typeof kinds](project);
    await move(handsOn(project, owner, item, await endingId(project, item)));
    paths.push(item.path);
  }
  return { project, paths };
}

/** Gives the item its end. Answers its id. */
async function endingId({ secret }: TestProject, { event, path }: Item): Promise<string> {
  const beside = event === 'content.entry' ? { values: {} } : {};
  return String(expectDone(await secret.patch(path, { ...beside, unpublish_at })).id);
}

function handsOn(
  { id: projectId, secret }: TestProject,
  owner: Awaited<ReturnType<typeof signedIn>>,
  item: Item,
  id: string,
): Hands {
  const beside = item.event === 'content.entry' ? { values: {} } : {};
  const drafts = item.path
    .replace('/v1', '')
    .replace('/page/', '/page/entries/')
    .replace('/home', '/home/singleton');
  const ask = async (method: string, path: string, body?: object) =>
    expectDone(await owner.send(method, `/projects/${projectId}${path}`, body));
  return {
    item,
    send: async (body, query = '') =>
      expectDone(await secret.patch(item.path + query, { ...beside, ...body })),
    draft: (body) => ask('PATCH', drafts, body),
    deleteAndRestore: async () => {
      await ask('DELETE', item.path);
      await ask('POST', '/trash/restore', { ids: [id] });
    },
  };
}

/** What readers get just before the end, at the end though nothing is told, and when it is told. */
async function statuses({ publishable }: TestProject, paths: readonly string[]) {
  const read = async () =>
    (await Promise.all(paths.map((path) => publishable.get(path)))).map(({ status }) => status);
  setClock(service, end - 1);
  const before = await read();
  setClock(service, end);
  const untold = await read();
  await runJob(service);
  return [before, untold, await read()];
}

/** How many ends were told with their own time. */
async function endsTold(project: TestProject): Promise<number> {
  const names = await project.events();
  const data = await project.eventData();
  return names.filter((name, i) => /unpublished$/.test(name) && data[i]?.['updated_at'] === unpublish_at)
    .length;
}

describe('an end', () => {
  it.each(keeping)('stays through %s', async (...row) => {
    const { project, paths } = await afterMove(row);

    const seen = await statuses(project, paths);

    expect(seen).toEqual([200, 404, 404].map((status) => paths.map(() => status)));
    expect(await endsTold(project)).toBe(paths.length);
  });

  it.each(dropping)('is dropped by %s', async (...row) => {
    const { project, paths } = await afterMove(row);

    const seen = await statuses(project, paths);

    expect(seen).toEqual([200, 200, 200].map((status) => paths.map(() => status)));
    expect(await endsTold(project)).toBe(0);
  });
});
