import {
  type CollectionSpec,
  grantedBy,
  projectCollection,
  type ProjectDb,
  type ReleaseDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { TrashRecord } from './schema.ts';

export const trash = grantedBy(
  projectCollection<TrashRecord>('trash', [
    { key: { project_id: 1, deleted_at: -1, _id: -1 } },
    { key: { project_id: 1, 'deleted_by.id': 1, deleted_at: -1, _id: -1 } },
    { key: { project_id: 1, trash_id: 1 } },
    { key: { expires_at: 1 } },
    {
      key: { project_id: 1, bytes: 1 },
      name: 'file_bytes',
      partialFilterExpression: { bytes: { $exists: true } },
    },
    {
      key: { project_id: 1, 'deleted_with.id': 1, _id: 1 },
      name: 'of_types',
      partialFilterExpression: { 'deleted_with.id': { $exists: true } },
    },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['content'], rows: { kind: 'type' }, typeKey: 'item_id' },
  { areas: ['content'], rows: { kind: 'block' } },
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

/** Finds an item of modules, of the project or of one release by the id of its deletion. */
export function findDeletion(db: ReleaseDb, trashId: string): Promise<TrashRecord | null> {
  return rows(db, trash).findOne({ trash_id: trashId, release: { $in: [null, db.releaseId] } });
}

/** The deletions of items after the `newest` ones, last deleted first. */
export function findOlderTrash(
  db: ProjectDb,
  itemIds: readonly string[],
  newest: number,
): Promise<TrashEntry[]> {
  const ids = itemIds.map((itemId) => trashRowId(db, { releaseId: null, itemId }));
  const options = { sort: lastDeletedFirst, skip: newest, projection: { record: 0 } } as const;
  return rows(db, trash).find({ _id: { $in: ids } }, options);
}

/** The id of an item's row. @param releaseId - null for items that belong to no release */
export function trashRowId(
  { projectId }: Pick<ProjectDb, 'projectId'>,
  { releaseId, itemId, trashId }: { releaseId: string | null; itemId: string; trashId?: string },
): string {
  const names = [projectId, releaseId, itemId, trashId ?? null];
  return names.filter((name) => name !== null).join('/');
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

/** Items of modules, of the project and of one release. */
export interface TrashCondition {
  releaseId: string;
  kind: TrashRecord['kind'] | undefined;
  by: string | undefined;
  /** The range of time of the deletions; null for no bound. */
  since: Date | null;
  until: Date | null;
}

interface TrashPage {
  condition: TrashCondition;
  after: { deleted_at: Date; _id: string } | null;
  limit: number;
}

const isListed = { deleted_at: { $type: 'date' as const } };

function filterOf({ releaseId, kind, by, since, until }: TrashCondition) {
  const range = [
    isListed,
    ...(since === null ? [] : [{ deleted_at: { $gte: since } }]),
    ...(until === null ? [] : [{ deleted_at: { $lt: until } }]),
  ];
  return {
    release: { $in: [null, releaseId] },
    ...(kind === undefined ? {} : { kind }),
    ...(by === undefined ? {} : { 'deleted_by.id': by }),
    $and: range,
  };
}

const lastDeletedFirst = { deleted_at: -1, _id: -1 } as const;

/** Returns a page without the items' values, last deleted first. */
export function listTrash(db: ProjectDb, { condition, after, limit }: TrashPage): Promise<ListedTrash[]> {
  const before =
    after === null
      ? {}
      : {
          deleted_at: { $lte: after.deleted_at },
          $or: [{ deleted_at: { $lt: after.deleted_at } }, { _id: { $lt: after._id } }],
        };
  const filter = { ...filterOf(condition), ...before };
  const options = { sort: lastDeletedFirst, limit, projection: { record: 0 } };
  return rows(db, trash).find(filter, options) as Promise<ListedTrash[]>; // `isListed`
}

/** Counts up to `max` matching rows, and adds the entries of content types. */
export async function countTrash(db: ProjectDb, condition: TrashCondition, max: number): Promise<number> {
  const entries = { $cond: [{ $eq: ['$kind', 'type'] }, { $ifNull: ['$entries', 0] }, 0] };
  const stages = [{ $limit: max }, { $group: { _id: null, total: { $sum: { $add: [1, entries] } } } }];
  const [sum] = await rows(db, trash).aggregate<{ total: number }>(filterOf(condition), stages);
  return sum?.total ?? 0;
}

/** The part of a row that a job needs to restore an item. */
export type TrashIds = Pick<TrashRecord, 'item_id' | 'trash_id' | 'kind'>;

/** The ids of what matches, last deleted first. */
export function findTrashIds(db: ProjectDb, condition: TrashCondition, limit: number): Promise<TrashIds[]> {
  const projection = { item_id: 1, trash_id: 1, kind: 1 } as const;
  return rows(db, trash).find(filterOf(condition), { sort: lastDeletedFirst, limit, projection });
}

/** The ids of the deletions of a type's entries. */
export async function findIdsOfType(db: ProjectDb, trashId: string, limit: number): Promise<string[]> {
  const options = { sort: { _id: 1 }, limit, projection: { trash_id: 1, item_id: 1 } } as const;
  const entries = await rows(db, trash).find({ 'deleted_with.id': trashId }, options);
  return entries.map(({ trash_id: id, item_id: itemId }) => id ?? itemId);
}

/** The name of the last deleted type or block with a slug; null if the release has none in the trash. */
export async function nameInTrash(
  db: ReleaseDb,
  kind: 'type' | 'block',
  slug: string,
): Promise<string | null> {
  const filter = { ...isListed, kind, item_id: slug, release: db.releaseId };
  const options = { sort: lastDeletedFirst, limit: 1, projection: { title: 1 } } as const;
  const [last] = await rows(db, trash).find(filter, options);
  return last?.title ?? null;
}

/** The title of an item that the trash contains, by the id of its deletion. */
export async function titleInTrash(db: ReleaseDb, trashId: string): Promise<string | null> {
  return (await findDeletion(db, trashId))?.title ?? null;
}

/** Stores entries that belong to a deleted type. */
export function putManyInTrash(db: ProjectDb, records: readonly TrashRecord[]): Promise<void> {
  return rows(db, trash).putMany(records);
}

/** Hides a type from lists until the sweep removes it with its entries. */
export async function unlistType(db: ProjectDb, id: string): Promise<void> {
  const change = { $set: { expires_at: new Date(0) }, $unset: { deleted_at: '' as const } };
  await rows(db, trash).updateOne({ _id: id }, change);
}

/** Expires the entries of deleted types. */
export async function expireEntriesOf(db: ProjectDb, trashIds: readonly string[], now: Date): Promise<void> {
  if (trashIds.length === 0) return;
  const filter = { 'deleted_with.id': { $in: [...trashIds] } };
  await rows(db, trash).updateMany(filter, { $set: { expires_at: now } });
}

/** A type whose entries are in the trash. */
export interface TypeDeletion {
  projectId: string;
  trashId: string;
}

/**
 * The deletions of types in all projects whose entries are in the trash, even if the type itself no longer is. Reads an
 * index only.
 */
export async function findTypeDeletions(system: SystemDb): Promise<TypeDeletion[]> {
  const stages = [
    { $match: { 'deleted_with.id': { $exists: true } } },
    { $group: { _id: { projectId: '$project_id', trashId: '$deleted_with.id' } } },
  ];
  const groups = unscopedRows(system, trash).aggregate<{ _id: TypeDeletion }>(stages, { hint: 'of_types' });
  return (await groups.toArray()).map(({ _id }) => _id);
}

/** Lists the entries of a type on their own, unless the type is in the trash. */
export async function listEntriesWithoutType(db: ProjectDb, trashId: string): Promise<void> {
  if ((await rows(db, trash).count({ trash_id: trashId }, 1)) > 0) return;
  const entry = await rows(db, trash).findOne(
    { 'deleted_with.id': trashId },
    { projection: { deleted_with: 1 } },
  );
  if (entry?.deleted_with === undefined) return;
  const change = { $set: { deleted_at: entry.deleted_with.at }, $unset: { deleted_with: '' as const } };
  await rows(db, trash).updateMany({ 'deleted_with.id': trashId }, change);
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

/** Returns the projects whose files in the trash have more bytes than `max`. Reads an index only. */
export async function findLargeFileTrash(system: SystemDb, max: number): Promise<string[]> {
  const stages = [
    { $match: { bytes: { $exists: true } } },
    { $group: { _id: '$project_id', bytes: { $sum: '$bytes' } } },
    { $match: { bytes: { $gt: max } } },
  ];
  const sums = unscopedRows(system, trash).aggregate<{ _id: string }>(stages, { hint: 'file_bytes' });
  return (await sums.toArray()).map(({ _id }) => _id);
}

/** Returns the number of files in the trash and the sum of their sizes. */
export async function sizeOfTrashedFiles(db: ProjectDb): Promise<{ count: number; bytes: number }> {
  const sums = { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } };
  const [totals] = await rows(db, trash).aggregate<{ count: number; bytes: number }>(
    { bytes: { $exists: true } },
    [{ $group: sums }],
  );
  return totals ?? { count: 0, bytes: 0 };
}

/** Expires the oldest files beyond `max` bytes, but never the newest one. */
export async function expireOldestFiles(db: ProjectDb, now: Date, max: number): Promise<void> {
  const filter = { ...isListed, kind: 'media' as const, expires_at: { $gt: now } };
  const files = await rows(db, trash).find(filter, { sort: lastDeletedFirst, projection: { bytes: 1 } });
  let sum = 0;
  const sums = files.map(({ bytes = 0 }) => (sum += bytes));
  const ids = files.filter((_, i) => i > 0 && (sums[i] ?? 0) > max).map(({ _id }) => _id);
  await rows(db, trash).updateMany({ _id: { $in: ids } }, { $set: { expires_at: now } });
}

/** Counts up to `max` items that have not expired. */
export function countUnexpired(db: ProjectDb, now: Date, max: number): Promise<number> {
  return rows(db, trash).count({ expires_at: { $gt: now } }, max);
}

/**
 * Expires the oldest items, at most 1,000 and never the newest one; the next sweep removes them.
 * @returns how many, with the entries of types
 */
export async function expireOldest(db: ProjectDb, now: Date, count: number): Promise<number> {
  const projection = { _id: 1, trash_id: 1, kind: 1, entries: 1 } as const;
  const [newest] = await rows(db, trash).find(isListed, { sort: lastDeletedFirst, limit: 1, projection });
  const oldest = await rows(db, trash).find(
    { ...isListed, expires_at: { $gt: now }, _id: { $ne: newest?._id ?? '' } },
    { sort: { deleted_at: 1, _id: 1 }, limit: Math.min(count, 1_000), projection },
  );
  const expired: TrashEntry[] = [];
  let expiredCount = 0;
  for (const row of oldest) {
    if (expiredCount >= count) break;
    expired.push(row);
    expiredCount += 1 + (row.kind === 'type' ? (row.entries ?? 0) : 0);
  }
  await rows(db, trash).updateMany(
    { _id: { $in: expired.map(({ _id }) => _id) } },
    { $set: { expires_at: now } },
  );
  await expireEntriesOf(db, typeDeletionsIn(expired), now);
  return expiredCount;
}

/** The ids of the deletions of types. */
export function typeDeletionsIn(deletions: readonly TrashEntry[]): string[] {
  return deletions.flatMap(({ kind, trash_id: id }) => (kind === 'type' && id !== undefined ? [id] : []));
}

/** A deleted item without its own row, whose snapshots can have megabytes each. */
export type TrashEntry = Omit<TrashRecord, 'record'>;
/** A deleted item that lists contain. */
export type ListedTrash = TrashEntry & { deleted_at: Date };

/** Returns the items that were deleted first. */
export function oldestTrash(db: ProjectDb, limit: number): Promise<TrashEntry[]> {
  const options = { sort: { deleted_at: 1, _id: 1 }, limit, projection: { record: 0 } } as const;
  return rows(db, trash).find(isListed, options);
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
  {
    exceptProjects,
    except,
    limit,
  }: { exceptProjects: readonly string[]; except: readonly string[]; limit: number },
): Promise<OwnedTrash[]> {
  return unscopedRows(system, trash as CollectionSpec<OwnedTrash & TrashRecord>)
    .find<OwnedTrash>(
      { expires_at: { $lte: now }, _id: { $nin: [...except] }, project_id: { $nin: [...exceptProjects] } },
      { projection: { record: 0 } },
    )
    .sort({ expires_at: 1 })
    .limit(limit)
    .toArray();
}
