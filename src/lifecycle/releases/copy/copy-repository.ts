import { type ProjectDb, readingIn, type ReleaseDb, type SystemDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { SourceReleaseDeleted } from './failure.ts';
import { type Part, type OwnerRow, type PartRow, parts, projectRows, noTimeLimit } from './release-rows.ts';
import { findRelease, releases, removals } from '../repository.ts';

/**
 * Rows of one statement. MongoDB copies them in its own memory, and progress is stored after each statement.
 */
const sliceSize = 1_000;

/** All collections whose rows belong to a release, with the key by which they are paged. */
const releaseCollections = [
  parts.types,
  parts.blocks,
  parts.entryLocales,
  parts.entries,
  { collection: removals, key: 'id' },
] as const;

/** The project at the moment of the copy. */
export interface SourceMoment {
  /** The project's last write and default release at that moment. */
  writeSeq: number;
  defaultId: string;
}

function findOwner(db: ProjectDb): Promise<OwnerRow | null> {
  return unscopedRows(db.system, projectRows).findOne({ _id: db.projectId }, readingIn(db.session));
}

/** @throws SourceReleaseDeleted if the rows of the release are being removed */
export async function readMoment(db: ProjectDb, from: string): Promise<SourceMoment> {
  const project = await findOwner(db);
  if (project === null) throw new Error(`project ${db.projectId} is gone`);
  if ((await findRelease(db, from))?.status !== 'ready') throw new SourceReleaseDeleted();
  return { writeSeq: project.write_seq, defaultId: project.default_release_id };
}

export function countRows(source: ReleaseDb, { collection }: Part): Promise<number> {
  return rows(source, collection).count({}, Number.MAX_SAFE_INTEGER, noTimeLimit);
}

export interface Slice {
  count: number;
  /** The key of the last row; null after the last slice. */
  last: string | null;
}

/** Copies the rows after `after` into the release `to`, inside MongoDB. */
export async function copySlice(
  source: ReleaseDb,
  { collection, key }: Part,
  { to, after }: { to: string; after: string },
): Promise<Slice> {
  const sourceRows = rows(source, collection);
  const pageOptions = { sort: { [key]: 1 }, limit: sliceSize, projection: { _id: 0, [key]: 1 } } as const;
  const keys = await sourceRows.find({ [key]: { $gt: after } }, { ...pageOptions, ...noTimeLimit });
  const last = keys.at(-1)?.[key] as string | undefined;
  if (last === undefined) return { count: 0, last: null };
  const stages = [
    { $set: { _id: { $concat: [to, '/', `$${key}`] }, release_id: to } },
    { $unset: 'review' }, // a review is about one release
    // Inserts are two to three times as fast as looking for each row first (docs/architecture/decisions/0047-clones-insert.md).
    // `on` names a unique index with the shard key, which a sharded cluster requires for $merge (docs/run/scaling.md).
    {
      $merge: {
        into: collection.name,
        on: ['project_id', 'release_id', key],
        whenMatched: 'fail',
        whenNotMatched: 'insert',
      },
    },
  ];
  await sourceRows.aggregate({ [key]: { $gt: after, $lte: last } }, stages, noTimeLimit);
  return { count: keys.length, last: keys.length < sliceSize ? null : last };
}

/** Removes all rows of a release in batches. Can be repeated. */
export async function removeRows(db: ProjectDb, releaseId: string): Promise<void> {
  for (const { collection, key } of releaseCollections) {
    const releaseRows = rows<PartRow, ReleaseDb>(db.release(releaseId), collection);
    for (;;) {
      const batch = await releaseRows.find(
        {},
        { limit: sliceSize, projection: { _id: 0, [key]: 1 }, ...noTimeLimit },
      );
      if (batch.length === 0) break;
      await releaseRows.deleteMany({ [key]: { $in: batch.map((row) => row[key] as string) } });
    }
  }
}

/** The release of a row. */
export interface Owner {
  project_id: string;
  release_id: string;
}

/** The collections whose rows have an owner. */
export const releaseRowCollections = releaseCollections.map(({ collection }) => collection);

/**
 * Returns the owner of the first row after those of another owner; uses the index that starts with both
 * keys.
 */
export async function ownerAfter(
  system: SystemDb,
  collection: (typeof releaseRowCollections)[number],
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

/** A release is stored before its rows, so an unknown release will not appear later. */
export async function isOwned(system: SystemDb, { project_id, release_id }: Owner): Promise<boolean> {
  const db = system.project(project_id);
  const release = await rows(db, releases).findOne({ _id: release_id, status: { $ne: 'failed' } });
  return release !== null && (await findOwner(db)) !== null;
}
