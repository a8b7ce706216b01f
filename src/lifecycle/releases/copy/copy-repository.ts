import { type ProjectDb, readingIn, type ReleaseDb, type SystemDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { SourceReleaseDeleted } from './failure.ts';
import { type Part, type OwnerRow, type PartRow, parts, projectRows, unbounded } from './release-rows.ts';
import { findRelease, releases, removals } from '../repository.ts';

/** Rows copied in one statement; the memory is the database's, and progress is stored after each. */
const sliceSize = 1_000;

/** All collections whose rows belong to one release, with the key that pages them. */
const owned = [parts.types, parts.blocks, parts.entries, { collection: removals, key: 'id' }] as const;

/** What the project was like at the copy's moment. */
export interface SourceMoment {
  /** The project's last write at that moment, and its default release then. */
  writeSeq: number;
  defaultId: string;
}

function findOwner(db: ProjectDb): Promise<OwnerRow | null> {
  return unscopedRows(db.system, projectRows).findOne({ _id: db.projectId }, readingIn(db.session));
}

/** @throws SourceReleaseDeleted when the rows of the release are being removed */
export async function readMoment(db: ProjectDb, from: string): Promise<SourceMoment> {
  const project = await findOwner(db);
  if (project === null) throw new Error(`project ${db.projectId} is gone`);
  if ((await findRelease(db, from))?.status !== 'ready') throw new SourceReleaseDeleted();
  return { writeSeq: project.write_seq, defaultId: project.default_release_id };
}

export function countRows(source: ReleaseDb, { collection }: Part): Promise<number> {
  return rows(source, collection).count({}, Number.MAX_SAFE_INTEGER, unbounded);
}

export interface Slice {
  count: number;
  /** The key of the last row, null when there are no more. */
  last: string | null;
}

/** Copies the rows that follow `after` into the release `to`, inside the database. */
export async function copySlice(
  source: ReleaseDb,
  { collection, key }: Part,
  { to, after }: { to: string; after: string },
): Promise<Slice> {
  const opened = rows(source, collection);
  const sorted = { sort: { [key]: 1 }, limit: sliceSize, projection: { _id: 0, [key]: 1 } } as const;
  const keys = await opened.find({ [key]: { $gt: after } }, { ...sorted, ...unbounded });
  const last = keys.at(-1)?.[key] as string | undefined;
  if (last === undefined) return { count: 0, last: null };
  const stages = [
    { $set: { _id: { $concat: [to, '/', `$${key}`] }, release_id: to } },
    // Inserts are two to three times as fast as looking for each row first (docs/decisions/0047-clones-insert.md).
    // `on` names a unique index with the shard key, which a sharded cluster requires for $merge (docs/scaling.md).
    {
      $merge: {
        into: collection.name,
        on: ['project_id', 'release_id', key],
        whenMatched: 'fail',
        whenNotMatched: 'insert',
      },
    },
  ];
  await opened.aggregate({ [key]: { $gt: after, $lte: last } }, stages, unbounded);
  return { count: keys.length, last: keys.length < sliceSize ? null : last };
}

/** Removes all rows of a release, in bounded steps. Safe to run again. */
export async function removeRows(db: ProjectDb, releaseId: string): Promise<void> {
  for (const { collection, key } of owned) {
    const opened = rows<PartRow, ReleaseDb>(db.release(releaseId), collection);
    for (;;) {
      const batch = await opened.find(
        {},
        { limit: sliceSize, projection: { _id: 0, [key]: 1 }, ...unbounded },
      );
      if (batch.length === 0) break;
      await opened.deleteMany({ [key]: { $in: batch.map((row) => row[key] as string) } });
    }
  }
}

/** The release that a row says it is of. */
export interface Owner {
  project_id: string;
  release_id: string;
}

/** Names of the collections whose rows have such an owner. */
export const ownedCollections = owned.map(({ collection }) => collection);

/** The release of the first row after those of another one, by the index that begins with both keys. */
export async function ownerAfter(
  system: SystemDb,
  collection: (typeof ownedCollections)[number],
  after: Owner | null,
): Promise<Owner | null> {
  const later =
    after === null
      ? {}
      : {
          $or: [
            { project_id: after.project_id, release_id: { $gt: after.release_id } },
            { project_id: { $gt: after.project_id } },
          ],
        };
  return unscopedRows<PartRow>(system, collection).findOne<Owner>(later, {
    projection: { _id: 0, project_id: 1, release_id: 1 },
    sort: { project_id: 1, release_id: 1 },
    maxTimeMS: 2_000,
  });
}

/** A release is stored before its rows are, so one that is not there now does not come. */
export async function isOwned(system: SystemDb, { project_id, release_id }: Owner): Promise<boolean> {
  const db = system.project(project_id);
  const release = await rows(db, releases).findOne({ _id: release_id, status: { $ne: 'failed' } });
  return release !== null && (await findOwner(db)) !== null;
}
