import {
  type CollectionSpec,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { findRestoreTests } from '../../projects/index.ts';
import type { VersionPeak, VersionRecord } from './schema.ts';

export const versions = projectCollection<VersionRecord>('versions', [
  { key: { project_id: 1, item: 1, revision: -1 } },
  { key: { saved_at: 1 } },
]);

/** Stores a version, or a newer state of an existing one. @returns whether it is new */
export async function putVersion(
  db: ProjectDb,
  { _id, id, item, author, first_saved_at, ...state }: VersionRecord,
): Promise<boolean> {
  const before = await rows(db, versions).findOneAndUpdate(
    { _id },
    { $set: state, $setOnInsert: { id, item, author, first_saved_at } },
    { upsert: true, returnDocument: 'before', projection: { _id: 1 } },
  );
  return before === null;
}

/**
 * Stores a newer, shorter state of a version, and keeps `before` with it if that is the longest so far.
 * @returns whether the version is new, and the longest state
 */
export async function putShorterVersion(
  db: ProjectDb,
  record: VersionRecord,
  before: VersionPeak,
): Promise<{ isNew: boolean; peak: VersionPeak | null }> {
  const { _id, id, item, author, first_saved_at, ...state } = record;
  const isLongest = { $gt: [before.length, { $ifNull: ['$peak.length', -1] }] };
  const insertOnly = { id, item, author, first_saved_at };
  const after = await rows(db, versions).findOneAndUpdate(
    { _id },
    [
      {
        $set: {
          ...Object.fromEntries(Object.entries(state).map(([key, value]) => [key, { $literal: value }])),
          ...Object.fromEntries(
            Object.entries(insertOnly).map(([key, value]) => [
              key,
              { $ifNull: [`$${key}`, { $literal: value }] },
            ]),
          ),
          peak: { $cond: [isLongest, { $literal: before }, '$peak'] },
        },
      },
    ],
    { upsert: true, projection: { id: 1, peak: 1 } },
  );
  return { isNew: after?.id === id, peak: after?.peak ?? null };
}

/** Removes the longest state, which has become its own version. */
export async function dropPeak(db: ProjectDb, _id: string): Promise<void> {
  await rows(db, versions).updateOne({ _id }, { $unset: { peak: 1 } });
}

export async function insertVersion(db: ProjectDb, record: VersionRecord): Promise<void> {
  await rows(db, versions).insertOne(record);
}

/** A version without values. `changed` has the stored keys of values that differ from the version before. */
export type ListedRecord = Omit<VersionRecord, 'values' | 'peak'> & { changed: string[] | null };

const pairsOf = (values: string) => ({ $objectToArray: { $ifNull: [values, {}] } });
const keysOnlyIn = (values: string, other: string) => ({
  $map: { input: { $setDifference: [pairsOf(values), pairsOf(other)] }, in: '$$this.k' },
});

/**
 * Returns an item's versions, newest first. The database compares the values, because 100 of them can be hundreds of
 * megabytes.
 */
export async function listVersions(db: ProjectDb, item: string, limit: number): Promise<ListedRecord[]> {
  const stages = [
    { $sort: { revision: -1 } },
    { $limit: limit + 1 },
    {
      $setWindowFields: {
        sortBy: { revision: -1 },
        output: { values_before: { $shift: { output: '$values', by: 1, default: null } } },
      },
    },
    { $limit: limit },
    {
      $set: {
        changed: {
          $cond: [
            { $eq: ['$values_before', null] },
            null,
            { $setUnion: [keysOnlyIn('$values', '$values_before'), keysOnlyIn('$values_before', '$values')] },
          ],
        },
      },
    },
    { $unset: ['values', 'values_before', 'peak'] },
  ];
  return rows(db, versions).aggregate<ListedRecord>({ item }, stages);
}

/** Returns who saved an item last; null if that is unknown. */
export async function findLastAuthor(
  db: ProjectDb,
  items: readonly string[],
): Promise<VersionRecord['author']> {
  const options = { sort: { revision: -1 }, projection: { author: 1 } } as const;
  const version = await rows(db, versions).findOne(
    { item: { $in: [...items] }, kind: { $ne: 'conflict' } },
    options,
  );
  return version?.author ?? null;
}

/** Counts up to `most` with the index only. */
export function countVersions(db: ProjectDb, item: string, max: number): Promise<number> {
  return rows(db, versions).count({ item }, max);
}

/** Returns ids of all versions of an item except the newest. */
export async function olderVersions(db: ProjectDb, item: string, newest: number): Promise<string[]> {
  const options = { sort: { revision: -1 }, skip: newest, projection: { _id: 1 } } as const;
  return (await rows(db, versions).find({ item }, options)).map(({ _id }) => _id);
}

export function findVersion(db: ProjectDb, item: string, id: string): Promise<VersionRecord | null> {
  return rows(db, versions).findOne({ item, id });
}

/** Returns the saved version at a revision, not the losing side of a conflict. */
export function findVersionAt(db: ProjectDb, item: string, revision: number): Promise<VersionRecord | null> {
  return rows(db, versions).findOne({ item, revision, kind: { $ne: 'conflict' } });
}

/** Returns the newest saved version up to a revision, not the losing side of a conflict. */
export function findVersionUpTo(
  db: ProjectDb,
  item: string,
  revision: number,
): Promise<VersionRecord | null> {
  return rows(db, versions).findOne(
    { item, revision: { $lte: revision }, kind: { $ne: 'conflict' } },
    { sort: { revision: -1 } },
  );
}

export async function deleteVersions(db: ProjectDb, ids: readonly string[]): Promise<void> {
  await rows(db, versions).deleteMany({ _id: { $in: [...ids] } });
}

export async function deleteVersionsOf(db: ProjectDb, items: readonly string[]): Promise<void> {
  await rows(db, versions).deleteMany({ item: { $in: [...items] } });
}

/** Versions that are deleted in one statement. */
const deleteBatch = 1_000;

/** Deletes versions of all projects that were saved before a time, oldest first. Skips restore tests of backups. */
export async function deleteVersionsBefore(system: SystemDb, before: Date): Promise<void> {
  const all = unscopedRows(system, versions as CollectionSpec<VersionRecord & { project_id: string }>);
  const options = { projection: { _id: 1 }, sort: { saved_at: 1 }, limit: deleteBatch } as const;
  for (let isLast = false; !isLast;) {
    const restoreTests = await findRestoreTests(system);
    const old = await all
      .find({ saved_at: { $lt: before }, project_id: { $nin: restoreTests } }, options)
      .toArray();
    await all.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
    isLast = old.length < deleteBatch;
  }
}

/**
 * Renames an author in the versions of all projects. Reads every row, so it is only for an operator's
 * command.
 */
export async function renameAuthor(system: SystemDb, id: string, name: string): Promise<void> {
  await unscopedRows(system, versions).updateMany({ 'author.id': id }, { $set: { 'author.name': name } });
}

/** The items of the histories of an item in further locales, `<item>/<locale>`. */
export async function findItemsInLocales(db: ProjectDb, item: string): Promise<string[]> {
  const inLocales = { item: { $gt: `${item}/`, $lt: `${item}0` } }; // 0 follows the slash
  const itemVersions = await rows(db, versions).find(inLocales, { projection: { item: 1 } });
  return [...new Set(itemVersions.map((version) => version.item))];
}
