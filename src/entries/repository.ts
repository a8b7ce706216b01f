import type { IndexDescription } from 'mongodb';
import type { DueItem, DueQuery } from '../platform/call.ts';
import { type CollectionSpec, dueIndexes, releaseCollection } from '../platform/mongo/collection.ts';
import type { ReleaseDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows, type ScopedCollection, type Within } from '../platform/mongo/scoped.ts';
import { unscopedRows } from '../platform/mongo/unscoped.ts';
import { draftsAsLive, dueFilter, dueOrder, everVisible, scheduled } from '../publishing/service.ts';
import type { EntryRecord } from './schema.ts';
import { sortSlotNames } from './sort-slots.ts';

const scope = { project_id: 1, release_id: 1 } as const;
/** One for each order in which readers list a type, each ending in `id`; `hint` names them (decision 0030). */
const orders: IndexDescription[] = [
  {
    key: { ...scope, type: 1, created_at: -1, id: -1 },
    name: 'newest',
    partialFilterExpression: everVisible,
  },
  ...['published_at', 'live_updated_at'].map((path) => ({
    key: { ...scope, type: 1, [path]: 1, id: 1 },
    name: path,
    partialFilterExpression: everVisible,
  })),
  ...sortSlotNames.map((slot) => ({
    key: { ...scope, type: 1, [`sorts.${slot}`]: 1, id: 1 },
    name: slot,
    partialFilterExpression: { [`sorts.${slot}`]: { $exists: true } },
  })),
];

export const entries = releaseCollection<EntryRecord>(
  'entries',
  [
    { key: { ...scope, id: 1 }, unique: true },
    { key: { ...scope, type: 1, created_at: -1, id: -1 }, name: 'by_type' },
    { key: { ...scope, type: 1, 'facets.k': 1, 'facets.v': 1, created_at: -1, id: -1 }, name: 'facets' },
    { key: { ...scope, refs: 1, id: 1 }, name: 'refs' },
    {
      key: { ...scope, type: 1, uniques: 1 },
      name: 'uniques',
      unique: true,
      partialFilterExpression: { uniques: { $exists: true } },
    },
    { key: { ...scope, updated_at: -1, id: -1 }, name: 'by_edit' },
    ...orders,
    ...dueIndexes,
  ],
  draftsAsLive,
);

function openEntries(db: ReleaseDb): ScopedCollection<EntryRecord> {
  return rows(db, entries);
}

export function findEntry(db: ReleaseDb, id: string): Promise<EntryRecord | null> {
  return openEntries(db).findOne({ id });
}

export function findSingleton(db: ReleaseDb, type: string): Promise<EntryRecord | null> {
  return openEntries(db).findOne({ type });
}

/** Of which type entries are, and from when on readers see them; nothing of what they hold. */
export function findStates(
  db: ReleaseDb,
  ids: readonly string[],
): Promise<Pick<EntryRecord, 'id' | 'type' | 'live_at'>[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const projection = { id: 1, type: 1, live_at: 1 };
  return openEntries(db).find({ id: { $in: [...ids] } }, { projection });
}

export interface PageQuery {
  filter: Within<EntryRecord>;
  sort: Record<string, 1 | -1>;
  skip: number;
  limit: number;
  /** Name of the index to use; left to the database when undefined. */
  hint?: string | undefined;
}

export function countEntries(db: ReleaseDb, filter: Within<EntryRecord>, cap: number): Promise<number> {
  return openEntries(db).count(filter, cap + 1);
}

/** How many entries each of the filters finds, counted up to `cap`, in one command. */
export function countEach(
  db: ReleaseDb,
  filters: readonly Within<EntryRecord>[],
  cap: number,
): Promise<number[]> {
  return openEntries(db).countEach(filters, cap);
}

export function insertEntry(db: ReleaseDb, record: EntryRecord): Promise<void> {
  return openEntries(db).insertOne(record);
}

export async function deleteEntries(db: ReleaseDb, ids: readonly string[]): Promise<void> {
  await openEntries(db).deleteMany({ id: { $in: [...ids] } });
}

/** Answers false when the entry changed since `before` was read. */
export function replaceEntry(db: ReleaseDb, before: EntryRecord, after: EntryRecord): Promise<boolean> {
  return openEntries(db).replaceOne({ id: before.id, revision: before.revision }, after);
}

/** Replaces entries whatever they were; for transactions that have read them. */
export function replaceEntries(db: ReleaseDb, records: readonly EntryRecord[]): Promise<void> {
  return openEntries(db).replaceMany(records);
}

/** Values of one field, of at most `limit` entries. */
export async function findValues(
  db: ReleaseDb,
  { filter, key, limit }: { filter: Within<EntryRecord>; key: string; limit: number },
): Promise<{ id: string; value: unknown }[]> {
  const found = await openEntries(db).find(filter, { projection: { id: 1, [`live.${key}`]: 1 }, limit });
  return found.map(({ id, live }) => ({ id, value: live?.[key] }));
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

/**
 * Reserves the values that a text field has in drafts and live snapshots, as saving each entry would.
 * Answers false, and reserves nothing, when two entries share one.
 */
export async function reserveUniques(
  db: ReleaseDb,
  { type, key }: { type: string; key: string },
): Promise<boolean> {
  const values = { $setUnion: [[`$draft.${key}`, `$live.${key}`], []] };
  const filled = { $filter: { input: values, cond: { $gt: ['$$this', ''] } } };
  const doubles = await openEntries(db).aggregate({ type }, [
    { $project: { value: filled } },
    { $unwind: '$value' },
    { $group: { _id: '$value', holders: { $sum: 1 } } },
    { $match: { holders: { $gt: 1 } } },
    { $limit: 1 },
  ]);
  if (doubles.length > 0) return false;
  const reserved = { $map: { input: filled, in: { $concat: [`${key}=`, '$$this'] } } };
  const has = (snapshot: string) => ({ [`${snapshot}.${key}`]: { $gt: '' } });
  await openEntries(db).updateMany({ type, $or: [has('draft'), has('live')] }, [
    { $set: { uniques: { $setUnion: [{ $ifNull: ['$uniques', []] }, reserved] } } },
  ]);
  return true;
}

/** Whether an entry of the type has one of these values of a field, in its draft or live; the first found. */
export async function findUsedChoice(
  db: ReleaseDb,
  { type, key, values }: { type: string; key: string; values: readonly string[] },
): Promise<string | null> {
  const has = (snapshot: string) => ({ [`${snapshot}.${key}`]: { $in: values } });
  const found = await openEntries(db).findOne({ type, $or: [has('draft'), has('live')] });
  if (found === null) return null;
  return values.find((value) => value === found.draft[key] || value === found.live?.[key]) ?? null;
}

/** Whether an entry of the type has a value of a field that is none of these, in its draft or live. */
export async function hasOtherValue(
  db: ReleaseDb,
  { type, key, values }: { type: string; key: string; values: readonly string[] },
): Promise<boolean> {
  const has = (snapshot: string) => ({ [`${snapshot}.${key}`]: { $nin: [null, ...values] } });
  const found = await openEntries(db).findOne(
    { type, $or: [has('draft'), has('live')] },
    { projection: { id: 1 } },
  );
  return found !== null;
}

/** A batch of entries of a type in the order of their ids. */
export function findBatch(db: ReleaseDb, type: string, after: string, limit: number): Promise<EntryRecord[]> {
  return openEntries(db).find({ type, id: { $gt: after } }, { sort: { id: 1 }, limit });
}

/** The earliest date still to come in the release, or null. */
export async function nextEntryDate(db: ReleaseDb, now: Date): Promise<Date | null> {
  return (
    (await openEntries(db).findOne(scheduled(now), { sort: { live_at: 1 }, projection: { live_at: 1 } }))
      ?.live_at ?? null
  );
}

/** A row with the keys of its scope, as only reads across projects see it. */
type OwnedEntry = EntryRecord & { project_id: string; release_id: string };

/** Entries of all projects and releases that are still scheduled and due, the earliest first. */
export async function findDueEntries(system: SystemDb, query: DueQuery): Promise<DueItem[]> {
  const found = await unscopedRows(system, entries as CollectionSpec<OwnedEntry>)
    .find(dueFilter<OwnedEntry>(query))
    .project<{ _id: unknown } & Pick<OwnedEntry, 'id' | 'project_id' | 'release_id' | 'live_at'>>({
      id: 1,
      project_id: 1,
      release_id: 1,
      live_at: 1,
    })
    .sort(dueOrder)
    .limit(query.limit)
    .toArray();
  return found.map(({ _id: row, id, project_id: projectId, release_id: releaseId, live_at }) => ({
    projectId,
    releaseId,
    id,
    at: live_at ?? query.until,
    row,
  }));
}
