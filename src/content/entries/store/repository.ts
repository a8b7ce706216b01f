import type { DueItem, DueQuery } from '../../../core/context/index.ts';
import {
  dueIndexes,
  grantedBy,
  namedBy,
  ofModules,
  releaseCollection,
  type ReleaseDb,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../../core/mongo/scope/scoped.ts';
import {
  draftsAsLive,
  draftsInLocales,
  hasReview,
  itemsAsOf,
  nextDateOf,
  reviewIndex,
  type VisiblePeriodPath,
  visiblePeriodProjection,
} from '../../../lifecycle/index.ts';
import { snapshotsOf } from './derive.ts';
import { dueIdsIn, dueItemsIn } from './queries/due-repository.ts';
import { localeRowsName } from './locales/row-indexes.ts';
import { facetIndex, orderIndexes, replacedOrderIndexes } from './order-indexes.ts';
import type { EntryRecord } from './schema.ts';

const scope = { project_id: 1, release_id: 1 } as const;

const byTranslation = { 'translation.at': -1, id: -1 } as const;
const isTranslated = { partialFilterExpression: { 'translation.keys': { $exists: true } } };

const storedEntries = releaseCollection<EntryRecord>(
  'entries',
  [
    { key: { ...scope, id: 1 }, unique: true },
    { key: { ...scope, type: 1, created_at: -1, id: -1 }, name: 'by_type' },
    {
      key: { ...scope, type: 1, 'facets.k': 1, 'facets.v': 1, created_at: -1, id: -1 },
      name: facetIndex,
    },
    { key: { ...scope, refs: 1, id: 1 }, name: 'refs' },
    {
      key: { ...scope, type: 1, uniques: 1 },
      name: 'uniques',
      unique: true,
      partialFilterExpression: { uniques: { $exists: true } },
    },
    { key: { ...scope, updated_at: -1, id: -1 }, name: 'by_edit' },
    {
      key: { ...scope, 'state_of.updated_at': -1, id: -1 },
      name: 'by_edit_in_locales',
      partialFilterExpression: { 'state_of.updated_at': { $exists: true } },
    },
    {
      key: { ...scope, block_uses: 1, id: 1 },
      name: 'block_uses',
      partialFilterExpression: { block_uses: { $exists: true } },
    },
    {
      key: { ...scope, ...reviewIndex, id: -1 },
      name: 'reviews',
      partialFilterExpression: hasReview,
    },
    { key: { ...scope, 'translation.keys': 1, ...byTranslation }, name: 'translations', ...isTranslated },
    {
      key: { ...scope, 'translation.keys': 1, type: 1, ...byTranslation },
      name: 'translations_by_type',
      ...isTranslated,
    },
    ...orderIndexes,
    ...dueIndexes,
  ],
  { drafts: [...draftsAsLive, ...draftsInLocales], asOf: ({ at }) => itemsAsOf(at) },
);

const entryCollection: typeof storedEntries = {
  ...storedEntries,
  replacedIndexes: replacedOrderIndexes,
  localeRows: localeRowsName,
  ownValues: [{ $set: { live: { $ifNull: ['$own', '$live'] }, fallbacks: '$$REMOVE' } }],
};

export const entries = namedBy(
  grantedBy(ofModules(entryCollection, 'content'), { areas: ['content'], typeKey: 'type' }),
  ...['ent_', 'entries:', 'content'],
);

function openEntries(db: ReleaseDb): ScopedCollection<EntryRecord> {
  return rows(db, entries);
}

export function findEntry(db: ReleaseDb, id: string): Promise<EntryRecord | null> {
  return openEntries(db).findOne({ id });
}

export function findEntries(db: ReleaseDb, ids: readonly string[]): Promise<EntryRecord[]> {
  return openEntries(db).findLarge({ id: { $in: [...ids] } }, {});
}

export function findSingleton(db: ReleaseDb, type: string): Promise<EntryRecord | null> {
  return openEntries(db).findOne({ type });
}

/** The types of entries, and the dates between which readers see them. */
export function findStates(
  db: ReleaseDb,
  ids: readonly string[],
): Promise<Pick<EntryRecord, 'id' | 'type' | VisiblePeriodPath>[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const projection = { id: 1, type: 1, ...visiblePeriodProjection };
  return openEntries(db).find({ id: { $in: [...ids] } }, { projection });
}

export function insertEntry(db: ReleaseDb, record: EntryRecord): Promise<void> {
  return openEntries(db).insertOne(record);
}

export async function deleteEntries(db: ReleaseDb, ids: readonly string[]): Promise<void> {
  await openEntries(db).deleteMany({ id: { $in: [...ids] } });
}

/** Returns false if the entry changed since `before` was read. */
export function replaceEntry(db: ReleaseDb, before: EntryRecord, after: EntryRecord): Promise<boolean> {
  return openEntries(db).replaceOne({ id: before.id, revision: before.revision }, after);
}

/** Replaces entries without a check of their revision, for transactions that have read them. */
export function replaceEntries(db: ReleaseDb, records: readonly EntryRecord[]): Promise<void> {
  return openEntries(db).replaceMany(records);
}

export function deleteEntry(db: ReleaseDb, id: string): Promise<boolean> {
  return openEntries(db).deleteOne({ id });
}

/** An entry other than `ownId` with one of the unique values. */
export function findHolderOfUnique(
  db: ReleaseDb,
  { type, uniques, ownId }: { type: string; uniques: readonly string[]; ownId: string },
): Promise<EntryRecord | null> {
  return openEntries(db).findOne({ type, uniques: { $in: [...uniques] }, id: { $ne: ownId } });
}

/** The entries of a type that have one of these unique values. */
export function findByUniques(
  db: ReleaseDb,
  type: string,
  uniques: readonly string[],
): Promise<EntryRecord[]> {
  if (uniques.length === 0) return Promise.resolve([]);
  return openEntries(db).findLarge({ type, uniques: { $in: [...uniques] } }, {});
}

/** Whether an entry other than `ownId` has a value in any snapshot. No index has the values of removed fields. */
export async function isValueTaken(
  db: ReleaseDb,
  { type, key, value, ownId }: { type: string; key: string; value: string; ownId: string },
): Promise<boolean> {
  const hasValue = snapshotPaths.map((path) => ({ [`${path}.${key}`]: value }));
  const filter = { type, id: { $ne: ownId }, $or: hasValue };
  return (await openEntries(db).findOne(filter, { projection: { id: 1 } })) !== null;
}

/** Unique values of entries other than `ownId` that are in a family of values. */
export async function findUsedUniques(
  db: ReleaseDb,
  { type, family, ownId }: { type: string; family: readonly (string | RegExp)[]; ownId: string },
): Promise<string[]> {
  const holders = await openEntries(db).find(
    { type, uniques: { $in: [...family] }, id: { $ne: ownId } },
    { projection: { uniques: 1 } },
  );
  return holders.flatMap(({ uniques = [] }) => uniques);
}

const snapshotPaths = ['draft', 'live', 'pending.values'] as const;

/**
 * Reserves the values of a text field in all snapshots, as a save of each entry would.
 * @returns false, without a reservation, if two entries share a value
 */
export async function reserveUniques(
  db: ReleaseDb,
  { type, key }: { type: string; key: string },
): Promise<boolean> {
  const values = { $setUnion: [snapshotPaths.map((path) => `$${path}.${key}`), []] };
  const nonEmpty = { $filter: { input: values, cond: { $gt: ['$$this', ''] } } };
  const doubles = await openEntries(db).aggregate({ type }, [
    { $project: { value: nonEmpty } },
    { $unwind: '$value' },
    { $group: { _id: '$value', holders: { $sum: 1 } } },
    { $match: { holders: { $gt: 1 } } },
    { $limit: 1 },
  ]);
  if (doubles.length > 0) return false;
  const reservedUniques = { $map: { input: nonEmpty, in: { $concat: [`${key}=`, '$$this'] } } };
  const isFilled = snapshotPaths.map((path) => ({ [`${path}.${key}`]: { $gt: '' } }));
  await openEntries(db).updateMany({ type, $or: isFilled }, [
    { $set: { uniques: { $setUnion: [{ $ifNull: ['$uniques', []] }, reservedUniques] } } },
  ]);
  return true;
}

/** Returns the first of these values that an entry has in a field, in any snapshot, or null. */
export async function findUsedChoice(
  db: ReleaseDb,
  { type, key, values }: { type: string; key: string; values: readonly string[] },
): Promise<string | null> {
  const hasValue = snapshotPaths.map((path) => ({ [`${path}.${key}`]: { $in: values } }));
  const entry = await openEntries(db).findOne({ type, $or: hasValue });
  if (entry === null) return null;
  return (
    values.find((value) => snapshotsOf(entry).some((snapshot) => [snapshot[key]].flat().includes(value))) ??
    null
  );
}

/** Whether an entry has another value in a field, in any snapshot. */
export async function hasOtherValue(
  db: ReleaseDb,
  { type, key, values }: { type: string; key: string; values: readonly string[] },
): Promise<boolean> {
  const hasValue = snapshotPaths.flatMap((path) => [
    { [`${path}.${key}`]: { $nin: [null, ...values], $not: { $type: 'array' } } },
    { [`${path}.${key}`]: { $elemMatch: { $nin: [...values] } } },
  ]);
  const entry = await openEntries(db).findOne({ type, $or: hasValue }, { projection: { id: 1 } });
  return entry !== null;
}

/** The earliest date still to come in the release, or null. */
export function nextEntryDate(db: ReleaseDb, now: Date): Promise<Date | null> {
  return nextDateOf(openEntries(db), now);
}

/** The ids of entries of a release with a due change, the earliest first, at most `limit`. */
export function findDueIn(db: ReleaseDb, now: Date, limit: number): Promise<string[]> {
  return dueIdsIn(openEntries(db), now, limit);
}

/** Entries of all projects and releases with a due change, the earliest first. */
export function findDueEntries(system: SystemDb, query: DueQuery): Promise<DueItem[]> {
  return dueItemsIn(system, entries, query);
}
