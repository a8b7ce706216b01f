import {
  type CollectionSpec,
  grantedBy,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { TrashRecord } from './schema.ts';

export const trash = grantedBy(
  projectCollection<TrashRecord>('trash', [
    { key: { project_id: 1, deleted_at: -1, _id: -1 } },
    { key: { project_id: 1, 'deleted_by.id': 1, deleted_at: -1, _id: -1 } },
    { key: { expires_at: 1 } },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['blog'], rows: { kind: 'blog_article' } },
  { areas: ['blog'], rows: { kind: 'blog_category' } },
  { areas: ['kb'], rows: { kind: 'kb_article' } },
  { areas: ['kb'], rows: { kind: 'kb_collection' } },
  { areas: ['kb'], rows: { kind: 'kb_section' } },
  { areas: ['authors'], rows: { kind: 'author' } },
  { areas: ['media'], rows: { kind: 'media' } },
);

/** Stores a deleted item and replaces an older one with its id. */
export function putTrash(db: ProjectDb, record: TrashRecord): Promise<void> {
  return rows(db, trash).putMany([record]);
}

export function findTrash(db: ProjectDb, id: string): Promise<TrashRecord | null> {
  return rows(db, trash).findOne({ _id: id });
}

/** The id of an item's row. @param releaseId - null for items that belong to no release */
export function trashRowId(
  { projectId }: Pick<ProjectDb, 'projectId'>,
  { releaseId, itemId }: { releaseId: string | null; itemId: string },
): string {
  return [projectId, ...(releaseId === null ? [] : [releaseId]), itemId].join('/');
}

/** The ids among `itemIds` of items that can be restored, entries in one of the releases. */
export async function findTrashedItems(
  db: ProjectDb,
  releases: readonly string[],
  itemIds: readonly string[],
): Promise<string[]> {
  const ids = itemIds.flatMap((itemId) =>
    [null, ...releases].map((releaseId) => trashRowId(db, { releaseId, itemId })),
  );
  const trashRows = await rows(db, trash).find({ _id: { $in: ids } }, { projection: { item_id: 1 } });
  return trashRows.map(({ item_id: id }) => id);
}

interface TrashPage {
  releaseId: string;
  kind: TrashRecord['kind'] | undefined;
  by: string | undefined;
  /** The range of time of the deletions; null for no bound. */
  since: Date | null;
  until: Date | null;
  after: { deleted_at: Date; _id: string } | null;
  limit: number;
}

/** Returns a page without the items' values, last deleted first: items of modules and of one release. */
export function listTrash(db: ProjectDb, page: TrashPage): Promise<TrashEntry[]> {
  const { releaseId, kind, by, since, until, after, limit } = page;
  const before =
    after === null
      ? {}
      : {
          deleted_at: { $lte: after.deleted_at },
          $or: [{ deleted_at: { $lt: after.deleted_at } }, { _id: { $lt: after._id } }],
        };
  const range = [
    ...(since === null ? [] : [{ deleted_at: { $gte: since } }]),
    ...(until === null ? [] : [{ deleted_at: { $lt: until } }]),
  ];
  const filter = {
    release: { $in: [null, releaseId] },
    ...(kind === undefined ? {} : { kind }),
    ...(by === undefined ? {} : { 'deleted_by.id': by }),
    ...before,
    ...(range.length === 0 ? {} : { $and: range }),
  };
  return rows(db, trash).find(filter, {
    sort: { deleted_at: -1, _id: -1 },
    limit,
    projection: { record: 0 },
  });
}

/** Returns the projects with more rows than `max`, expired ones included. Reads an index only. */
export async function findLargeTrash(
  system: SystemDb,
  max: number,
): Promise<{ projectId: string; count: number }[]> {
  const stages = [
    { $group: { _id: '$project_id', count: { $sum: 1 } } },
    { $match: { count: { $gt: max } } },
  ];
  const hint = { project_id: 1, deleted_at: -1, _id: -1 } as const;
  const counts = unscopedRows(system, trash).aggregate<{ _id: string; count: number }>(stages, { hint });
  return (await counts.toArray()).map(({ _id: projectId, count }) => ({ projectId, count }));
}

/** Counts up to `max` items that have not expired. */
export function countUnexpired(db: ProjectDb, now: Date, max: number): Promise<number> {
  return rows(db, trash).count({ expires_at: { $gt: now } }, max);
}

/** Expires the oldest items, at most 1,000; the next sweep removes them. @returns how many */
export async function expireOldest(db: ProjectDb, now: Date, count: number): Promise<number> {
  const limit = Math.min(count, 1_000);
  const options = { sort: { deleted_at: 1, _id: 1 }, limit, projection: { _id: 1 } } as const;
  const ids = (await rows(db, trash).find({ expires_at: { $gt: now } }, options)).map(({ _id }) => _id);
  return rows(db, trash).updateMany({ _id: { $in: ids } }, { $set: { expires_at: now } });
}

/** A deleted item without its own row, whose snapshots can have megabytes each. */
export type TrashEntry = Omit<TrashRecord, 'record'>;

/** Returns the items that were deleted first. */
export function oldestTrash(db: ProjectDb, limit: number): Promise<TrashEntry[]> {
  const options = { sort: { deleted_at: 1, _id: 1 }, limit, projection: { record: 0 } } as const;
  return rows(db, trash).find({}, options);
}

/** @returns false if it doesn't exist */
export function removeTrash(db: ProjectDb, id: string): Promise<boolean> {
  return rows(db, trash).deleteOne({ _id: id });
}

/**
 * Renames a person in the trash of all projects. Reads every row, so it is only for an operator's command.
 */
export async function renameDeleter(system: SystemDb, id: string, name: string): Promise<void> {
  const change = { $set: { 'deleted_by.name': name } };
  await unscopedRows(system, trash).updateMany({ 'deleted_by.id': id }, change, sessionOptions(system));
}

/** A deleted item with its project, for the sweep of all projects. */
export type OwnedTrash = TrashEntry & { project_id: string };

/** Returns expired items of all projects except some, by date. */
export function findExpired(
  system: SystemDb,
  now: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<OwnedTrash[]> {
  return unscopedRows(system, trash as CollectionSpec<OwnedTrash & TrashRecord>)
    .find<OwnedTrash>(
      { expires_at: { $lte: now }, _id: { $nin: [...except] } },
      { projection: { record: 0 } },
    )
    .sort({ expires_at: 1 })
    .limit(limit)
    .toArray();
}
