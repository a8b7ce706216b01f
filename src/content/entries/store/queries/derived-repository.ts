import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { weigh } from '../../../../core/http/index.ts';
import type { CollectionSpec, SystemDb } from '../../../../core/mongo/index.ts';
import { unscopedRows } from '../../../../core/mongo/scope/unscoped.ts';
import { entries } from '../repository.ts';
import type { DerivedFields, EntryRecord } from '../schema.ts';

/** A row with the keys of its scope. */
type OwnedEntry = EntryRecord & { project_id: string; release_id: string };

/** The part of an entry that its derived keys depend on, with the stored derived keys. */
export type DerivedRow = Pick<
  OwnedEntry,
  | ('_id' | 'project_id' | 'release_id' | 'type' | 'revision')
  | ('draft' | 'live' | 'pending' | 'locales' | 'shared_live')
  | keyof DerivedFields
>;

const projection = {
  ...{ project_id: 1, release_id: 1, type: 1, revision: 1, draft: 1, live: 1, pending: 1 },
  ...{ locales: 1, shared_live: 1 },
  ...{ facets: 1, sorts: 1, refs: 1, live_refs: 1, uniques: 1, block_uses: 1, equals_live: 1 },
} satisfies Record<Exclude<keyof DerivedRow, '_id'>, 1>;

const optionalKeys = ['uniques', 'block_uses', 'equals_live'] as const;

/** Rows of one batch, and the weight that ends it early: an entry may have megabytes in each snapshot. */
const batchRows = 100;
const batchWeight = 8 * 1024 * 1024;

function allEntries(system: SystemDb) {
  return unscopedRows(system, entries as CollectionSpec<OwnedEntry>);
}

/** The next rows in the order of `_id`, of all projects or of one; empty after the last. */
export async function findDerivedRows(
  system: SystemDb,
  { after, projectId }: { after: string; projectId: string | undefined },
): Promise<DerivedRow[]> {
  const within = projectId === undefined ? {} : { project_id: projectId };
  const options = { projection, sort: { _id: 1 }, batchSize: 10 } as const;
  const cursor = allEntries(system)
    .find({ ...within, _id: { $gt: after } }, options)
    .limit(batchRows);
  const batch: DerivedRow[] = [];
  let weight = 0;
  for await (const row of cursor) {
    batch.push(row);
    weight += weigh(row, batchWeight);
    if (weight > batchWeight) break;
  }
  return batch;
}

/**
 * Stores derived keys of rows that have not changed since they were read. Optional keys that are absent are removed.
 * @returns whether all rows were unchanged
 */
export async function storeDerived(
  system: SystemDb,
  changes: readonly { row: DerivedRow; derived: DerivedFields }[],
): Promise<boolean> {
  if (changes.length === 0) return true;
  const updates = changes.map(({ row, derived }): AnyBulkWriteOperation<OwnedEntry> => {
    const absentKeys = optionalKeys.filter((key) => derived[key] === undefined);
    const $unset = Object.fromEntries(absentKeys.map((key) => [key, '' as const]));
    const update = { $set: derived, ...(absentKeys.length > 0 ? { $unset } : {}) };
    return { updateOne: { filter: filterUnchanged(row), update } };
  });
  const { matchedCount } = await allEntries(system).bulkWrite(updates, { ordered: false });
  return matchedCount === changes.length;
}

/**
 * Compares derived keys too, because reserving a field's values and updating indexes change them without a new
 * revision.
 */
function filterUnchanged(row: DerivedRow): Filter<OwnedEntry> {
  const { _id, project_id, revision, facets, sorts, refs, live_refs, uniques, block_uses, equals_live } = row;
  const absent = { $exists: false };
  return {
    ...{ _id, project_id, revision, facets, sorts, refs, live_refs },
    ...{ uniques: uniques ?? absent, block_uses: block_uses ?? absent },
    equals_live: equals_live ?? absent,
  };
}
