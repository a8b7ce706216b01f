import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../../../src/projects/events/schema.ts';
import type { InvalidationRecord, InvalidationRow } from '../../../../src/projects/invalidations/schema.ts';
import {
  everything,
  pruneInvalidations,
  watchInvalidations,
  invalidationPageAfter,
  findInvalidationPosition,
} from '../../../../src/projects/invalidations/service.ts';
import { pruneEvents } from '../../../../src/projects/events/prune.ts';
import { databaseTime } from '../../../../src/core/mongo/connection/change-stream.ts';
import { createEntry, defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { bare, revisionOf, toldSince } from '../../../support/delivery/holding.ts';
import { tellByHand } from '../../../support/actor.ts';

const service = await startOwnService();
const { system, clock } = service.app;
const database = databaseOf(system);
const events = database.collection<EventRecord>('events');
const invalidations = database.collection<InvalidationRecord>('invalidations');
const monthMs = 31 * 86_400_000;

/** What may happen in a project, and the tag by which each is known. */
const happenings = {
  event: async ({ secret }: TestProject, n: number) =>
    String(expectDone(await secret.post('/v1/blog/articles', { title: `Kite ${n}`, publish: true })).id),
  silent: async ({ secret }: TestProject) =>
    String(expectDone(await secret.post('/v1/authors', { name: 'Nell' })).id),
  hand: async ({ id }: TestProject, n: number) => {
    await tellByHand(system.project(id), { tags: [`by-hand-${n}`], now: clock.now() });
    return `by-hand-${n}`;
  },
  draft: async ({ secret }: TestProject) => {
    expectDone(await secret.post('/v1/blog/articles', { title: 'Draft' }));
    return null;
  },
} as const;
type Happening = keyof typeof happenings;

async function toldOf({ id }: TestProject, after: { revision: number; hand: number }, most: number) {
  const told = await invalidationPageAfter(system.project(id), after, most);
  if (told === null) throw new Error('the project is gone');
  return told;
}

/** Everything after a place, in pages. */
async function inPages(
  project: TestProject,
  begin: { revision: number; hand: number },
  most: number,
): Promise<InvalidationRow[]> {
  const rows: InvalidationRow[] = [];
  for (let place = begin; ;) {
    const told = await toldOf(project, place, most);
    expect(told.isComplete).toBe(true);
    rows.push(...told.rows);
    place = told.upTo;
    if (!told.hasMore) return rows;
  }
}

describe('what a project told', () => {
  it('is read in the order in which it happened, each thing once, in pages of any size', async () => {
    const names = Object.keys(happenings) as Happening[];
    const script = fc.array(fc.constantFrom(...names), { minLength: 6, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 1, max: 4 }), async (moves, most) => {
        const project = await service.newProject();
        const begin = { revision: await revisionOf(project), hand: 0 };
        const happened: (string | null)[] = [];
        for (const [n, move] of moves.entries()) happened.push(await happenings[move](project, n));

        const rows = await inPages(project, begin, most);

        const expected = happened.filter((tag) => tag !== null);
        expect(rows).toHaveLength(expected.length);
        for (const [i, { tags }] of rows.entries()) expect(tags).toContain(expected[i]);
      }),
      { numRuns: 8 },
    );
  });

  it('reaches who follows it once, while changes and purges by hand are stored beside one another', async () => {
    const project = await service.newProject();
    const kinds = ['event', 'silent', 'hand'] as const;
    const rows: InvalidationRow[] = [];
    let place = { revision: await revisionOf(project), hand: 0 };
    let isOver = false;
    const follow = async () => {
      for (;;) {
        const isLast = isOver;
        const told = await toldOf(project, place, 3);
        rows.push(...told.rows);
        place = told.upTo;
        if (isLast && !told.hasMore) return;
      }
    };
    const following = follow();

    const happened = await Promise.all(
      Array.from({ length: 18 }, (_, n) => happenings[kinds[n % 3] ?? 'event'](project, n)),
    );
    isOver = true;
    await following;

    for (const tag of happened)
      expect(
        rows.filter(({ tags }) => tags.includes(String(tag))),
        String(tag),
      ).toHaveLength(1);
  });

  it('is one row for a change with events, and none of its events shows it', async () => {
    const project = await service.newProject();
    const article = await happenings.event(project, 1);

    const stored = await events.find({ project_id: project.id }).toArray();

    expect(stored.filter(({ tags }) => tags !== undefined)).toHaveLength(1);
    expect(await invalidations.countDocuments({ project_id: project.id })).toBe(0);
    const { body } = await project.secret.get('/v1/changes?since=1&tags=true');
    const [event] = body.events as Record<string, object>[];
    expect(Object.keys(event ?? {}).sort()).toEqual(['created_at', 'data', 'event', 'id']);
    expect(JSON.stringify(event?.['data'])).not.toContain('tags');
    expect(body.tags).toContain(article);
  });

  it('is read where an earlier version kept it on rows of their own', async () => {
    const project = await service.newProject();
    const since = await revisionOf(project);
    await happenings.event(project, 1);
    const author = await happenings.silent(project);
    const [event] = await events.find({ project_id: project.id }).toArray();
    const { project_revision, tags = [], created_at } = event as EventRecord;
    await events.updateMany({ project_id: project.id }, { $unset: { tags: 1, hidden: 1 } });
    const _id = 'inv_01jd2v8k3q5w7x9y0z1a2b3c4d';
    const before = { _id, project_id: project.id, project_revision, tags, hidden: [], created_at };
    await invalidations.insertOne(before);

    const { rows } = await toldOf(project, { revision: since, hand: 0 }, 100);

    expect(rows.map(({ revision }) => revision)).toEqual([project_revision, project_revision + 1]);
    expect(await toldSince(project.secret, since)).toEqual(expect.arrayContaining([...tags, author]));
  });

  it('has ids that readers do not see apart from the others', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const since = await revisionOf(project);
    const { id } = await createEntry(project, 'page', { title: 'Soon' });
    const date = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const path = `/v1/content/page/${id}`;
    expectDone(await project.secret.patch(path, { publish: true, published_at: date }));

    const { rows } = await toldOf(project, { revision: since, hand: 0 }, 100);

    expect(rows.flatMap(({ hidden }) => hidden)).toEqual([id]);
    const shown = rows.flatMap(({ tags }) => tags.map(bare));
    expect(shown).toContain('entries:page');
    expect(shown).not.toContain(id);
  });

  it('is not whole after a place of which something is forgotten, or to which the project never came', async () => {
    const project = await service.newProject();
    const db = system.project(project.id);
    const begin = { revision: await revisionOf(project), hand: 0 };
    await happenings.event(project, 1);
    await happenings.silent(project);
    await happenings.hand(project, 1);
    const now = await findInvalidationPosition(db);
    await events.updateMany({ project_id: project.id }, { $set: { fanned: true } });

    const later = new Date(clock.now().getTime() + monthMs);
    await pruneEvents(system, later);
    await pruneInvalidations(system, later);

    const whole = async (revision: number, hand: number) =>
      (await toldOf(project, { revision, hand }, 100)).isComplete;
    const { revision } = now ?? begin;
    expect(now).toEqual({ revision: begin.revision + 2, hand: 1 });
    expect(await whole(revision, 1)).toBe(true);
    expect(await whole(revision, 0)).toBe(false); // the last thing was told by hand
    expect(await whole(revision - 1, 0)).toBe(false);
    expect(await whole(revision + 1, 1)).toBe(false);
    expect(await whole(revision, 2)).toBe(false);
    expect(await toldOf(project, begin, 100)).toEqual({
      isComplete: false,
      rows: [],
      upTo: now,
      hasMore: false,
    });
  });
});

describe('who follows what is told', () => {
  it('is woken for the project, by a change with events, a silent one and by hand, and by no draft', async () => {
    const project = await service.newProject();
    const others = await service.newProject();
    const following = watchInvalidations(system, { from: await databaseTime(system), waitMs: 2_000 });
    await happenings.draft(others);
    await defineType(others, 'page', { title: 'string' });
    const told = async () => (await following.next())?.projectId;
    expect(await told()).toBe(others.id); // the definition

    await happenings.draft(project);
    await happenings.event(project, 1);
    expect(await told()).toBe(project.id);
    await happenings.silent(project);
    expect(await told()).toBe(project.id);
    await happenings.hand(others, 1);
    expect(await told()).toBe(others.id);
    await publishEntry(others, 'page', { title: 'A' });
    expect(await told()).toBe(others.id);
    await following.close();
  });
});

describe('what is told by hand', () => {
  it('moves no revision and empties nothing, and everything is what is more than 256 tags', async () => {
    const project = await service.newProject();
    const db = system.project(project.id);
    const before = expectDone(await project.secret.get('/v1/changes'));
    const many = Array.from({ length: 257 }, (_, n) => `tag-${n}`);

    await tellByHand(db, { tags: many, now: clock.now() });

    expect(expectDone(await project.secret.get('/v1/changes'))).toEqual(before);
    const { rows } = await toldOf(project, { revision: Number(before.version), hand: 0 }, 10);
    expect(rows.map(({ tags }) => tags)).toEqual([everything(project.id)]);
  });
});
