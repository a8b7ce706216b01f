import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, Document } from 'mongodb';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { readingIn } from '../platform/mongo/snapshot.ts';
import { SourceGone } from './failure.ts';
import { removals } from './repository.ts';

/** Collections whose rows belong to one release, in the order in which they are copied, with the key that pages them. */
const parts = [
  { name: 'content_types', key: 'slug' },
  { name: 'entries', key: 'id' },
] as const;

/** All collections whose rows belong to one release. */
const owned = [...parts, { name: removals.name, key: 'id' }];
export const rowCollections = owned.map(({ name }) => name);

/** Rows copied in one statement; the memory is the database's, and progress is told after each. */
const sliceSize = 1_000;

/**
 * The copy rests after each slice for this part of the time that it took: most reads of others then fall into rests, and
 * their median stays what it is without a clone. A large copy, for which nobody sits and waits, rests longer.
 */
const restShare = { small: 0.75, large: 0.9 };
const smallMax = 15_000;
const restMsMax = 300;

interface Copying {
  db: ProjectDb;
  from: string;
  to: string;
  /** Told after each slice; answers false to stop, when the clone is no longer wanted. */
  tell: (progress: { copied: number; total: number }) => Promise<boolean>;
}

/** A copy that is whole. */
export interface Copied {
  entryCount: number;
  /** The project's last write at the moment of the copy, and its default release then. */
  writeSeq: number;
  defaultId: string;
}

/**
 * Copies all rows of a release inside the database, as they were at one moment, while others go on writing
 * (specification: releases). The new release has no rows yet: one that was interrupted is removed, never continued.
 * @returns the number of entries and the moment, or null when it was stopped.
 */
export async function copyRelease({ db, from, to, tell }: Copying): Promise<Copied | null> {
  const session = db.system.client.startSession({ snapshot: true });
  try {
    const taken = await readMoment(db, session, from);
    const totals: number[] = [];
    for (const { name } of parts) totals.push(await countRows(db, session, name, from));
    const total = totals.reduce((sum, count) => sum + count, 0);
    let copied = 0;
    for (const part of parts) {
      for (let after: string | null = ''; after !== null;) {
        const startedAt = performance.now();
        const slice: Slice = await copySlice(db, session, { ...part, from, to, after });
        const tookMs = performance.now() - startedAt;
        copied += slice.count;
        after = slice.last;
        if (!(await tell({ copied, total }))) return null;
        const share = total > smallMax ? restShare.large : restShare.small;
        if (after !== null) await pause(Math.min(tookMs * share, restMsMax));
      }
    }
    return { entryCount: totals.at(-1) ?? 0, ...taken };
  } finally {
    await session.endSession();
  }
}

/** What the project was like at the copy's moment. @throws SourceGone */
async function readMoment(
  db: ProjectDb,
  session: ClientSession,
  from: string,
): Promise<Pick<Copied, 'writeSeq' | 'defaultId'>> {
  const row = await db.system.db
    .collection<{ _id: string; write_seq: number; default_release_id: string }>('projects')
    .findOne({ _id: db.projectId }, readingIn(session));
  if (row === null) throw new Error(`project ${db.projectId} is gone`);
  const source = await db.system.db
    .collection<{ _id: string }>('releases')
    .findOne({ _id: from, project_id: db.projectId, status: 'ready' }, readingIn(session));
  if (source === null) throw new SourceGone(); // its rows are being removed
  return { writeSeq: row.write_seq, defaultId: row.default_release_id };
}

async function countRows(
  db: ProjectDb,
  session: ClientSession,
  name: string,
  releaseId: string,
): Promise<number> {
  return db.system.db
    .collection(name)
    .countDocuments({ project_id: db.projectId, release_id: releaseId }, readingIn(session));
}

interface Slice {
  count: number;
  /** The key of the last row, null when there are no more. */
  last: string | null;
}

async function copySlice(
  db: ProjectDb,
  session: ClientSession,
  part: { name: string; key: string; from: string; to: string; after: string },
): Promise<Slice> {
  const { name, key, from, to, after } = part;
  const collection = db.system.db.collection(name);
  const match = { project_id: db.projectId, release_id: from, [key]: { $gt: after } };
  const keys = await collection
    .find(match, {
      ...readingIn(session),
      sort: { [key]: 1 },
      limit: sliceSize,
      projection: { _id: 0, [key]: 1 },
    })
    .toArray();
  const last = keys.at(-1)?.[key] as string | undefined;
  if (last === undefined) return { count: 0, last: null };
  const pipeline: Document[] = [
    { $match: { ...match, [key]: { $gt: after, $lte: last } } },
    { $set: { _id: { $concat: [to, '/', `$${key}`] }, release_id: to } },
    // Plain inserts, two to three times as fast as looking for each row first (docs/decisions/0047). What `on` names is
    // a unique index that holds the shard key, without which a sharded cluster refuses to merge (docs/scaling.md).
    {
      $merge: {
        into: name,
        on: ['project_id', 'release_id', key],
        whenMatched: 'fail',
        whenNotMatched: 'insert',
      },
    },
  ];
  await collection.aggregate(pipeline, readingIn(session)).toArray();
  return { count: keys.length, last: keys.length < sliceSize ? null : last };
}

/** Removes all rows of a release, in bounded steps. Safe to run again. */
export async function removeRows(db: ProjectDb, releaseId: string): Promise<void> {
  for (const { name, key } of owned) {
    const collection = db.system.db.collection(name);
    const scope = { project_id: db.projectId, release_id: releaseId };
    for (;;) {
      const batch = await collection
        .find(scope, { limit: sliceSize, projection: { _id: 0, [key]: 1 } })
        .toArray();
      if (batch.length === 0) break;
      await collection.deleteMany({ ...scope, [key]: { $in: batch.map((row) => row[key] as string) } });
    }
  }
}
