import type { ResumeToken } from 'mongodb';
import { contentTypes, entries } from '../../../content/index.ts';
import {
  type CollectionSpec,
  type ProjectDb,
  projectCollection,
  type ReleaseDb,
  systemCollection,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { searchRows } from '../repository.ts';
import type { SearchRecord } from '../schema.ts';
import type { SearchSource, SourceRow } from '../sources/source.ts';

/** The collection whose changes can change the texts of many entries. */
export const typeCollection = contentTypes.name;

/** How far the index is. There is one row. */
export interface IndexState {
  _id: 'state';
  /** The position in the change stream up to which changes are indexed. */
  position?: ResumeToken;
  /** The next row that the first build reads; absent after the build. */
  build?: { collection: string; after: string };
  /** The number of the build; rows of earlier builds are removed at its end. */
  version: number;
}

export const indexStates = systemCollection<IndexState>('search_state', []);

/** A row whose indexing failed and is tried again. */
interface RetryRecord {
  /** `<collection>/<_id of the row>` */
  _id: string;
  project_id: string;
  at: Date;
}

export const searchRetries = projectCollection<RetryRecord>('search_retries', [
  { key: { project_id: 1, _id: 1 } },
  { key: { at: 1 } },
]);

/** A row with the keys of its scope. */
export type OwnedRow = SourceRow & { project_id: string; release_id?: string };

type StoredSearchRow = SearchRecord & { project_id: string; version: number };

export function readState(system: SystemDb): Promise<IndexState | null> {
  return unscopedRows(system, indexStates).findOne({ _id: 'state' });
}

export async function saveState(system: SystemDb, { _id, ...state }: IndexState): Promise<void> {
  await unscopedRows(system, indexStates).replaceOne({ _id }, state, { upsert: true });
}

export function findSourceRows(
  system: SystemDb,
  { collection }: SearchSource,
  ids: readonly string[],
): Promise<OwnedRow[]> {
  const owned = collection as CollectionSpec<OwnedRow>;
  return unscopedRows(system, owned)
    .find({ _id: { $in: [...ids] } })
    .toArray();
}

/** Reads the next rows of all projects by `_id`. */
export function findRowsAfter(
  system: SystemDb,
  { collection }: SearchSource,
  { after, limit }: { after: string; limit: number },
): Promise<OwnedRow[]> {
  const owned = collection as CollectionSpec<OwnedRow>;
  return unscopedRows(system, owned)
    .find({ _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

export async function putSearchRows(
  db: ProjectDb,
  records: readonly SearchRecord[],
  version: number,
): Promise<void> {
  await rows(db, searchRows).putMany(records.map((record) => ({ ...record, version })));
}

/** Removes the index rows of items that no longer exist. */
export async function removeSearchRows(system: SystemDb, ids: readonly string[]): Promise<void> {
  await unscopedRows(system, searchRows).deleteMany({ _id: { $in: [...ids] } });
}

/** Removes the rows that a build didn't write, because their items were deleted before it. */
export async function removeOlderRows(system: SystemDb, version: number): Promise<void> {
  const collection = searchRows as CollectionSpec<StoredSearchRow & SearchRecord>;
  await unscopedRows(system, collection).deleteMany({ version: { $lt: version } });
}

/** The scope and slug of a changed type, or null if it was deleted. Its `_id` is `<release>/<slug>`. */
export async function findTypeScope(
  system: SystemDb,
  id: string,
): Promise<{ projectId: string; releaseId: string; slug: string } | null> {
  const owned = contentTypes as unknown as CollectionSpec<OwnedRow & { slug: string; release_id: string }>;
  const row = await unscopedRows(system, owned).findOne({ _id: id });
  return row === null ? null : { projectId: row.project_id, releaseId: row.release_id, slug: row.slug };
}

/** The ids of the rows of a type's entries, a page of them after `after`. */
export async function findEntryRowIds(
  db: ReleaseDb,
  { type, after, limit }: { type: string; after: string; limit: number },
): Promise<string[]> {
  const options = { sort: { id: 1 }, limit, projection: { _id: 1, id: 1 } } as const;
  return (await rows(db, entries).find({ type, id: { $gt: after } }, options)).map(({ _id }) => _id);
}

export async function putRetries(db: ProjectDb, ids: readonly string[], at: Date): Promise<void> {
  await rows(db, searchRetries).putMany(ids.map((_id) => ({ _id, project_id: db.projectId, at })));
}

/** The ids of rows that are tried again now, `<collection>/<_id of the row>`. */
export async function findRetries(system: SystemDb, now: Date, limit: number): Promise<string[]> {
  const retries = unscopedRows(system, searchRetries).find({ at: { $lte: now } });
  return (await retries.sort({ at: 1 }).limit(limit).toArray()).map(({ _id }) => _id);
}

export async function removeRetries(system: SystemDb, ids: readonly string[]): Promise<void> {
  await unscopedRows(system, searchRetries).deleteMany({ _id: { $in: [...ids] } });
}
