import type { DueItem, DueQuery } from '../../../../core/context/index.ts';
import {
  type CollectionSpec,
  comingIndexes,
  type ReleaseDb,
  type SystemDb,
} from '../../../../core/mongo/index.ts';
import type { ScopedCollection } from '../../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../../core/mongo/scope/unscoped.ts';
import { dueDates, findDueRows } from '../../../../lifecycle/index.ts';
import type { EntryRecord } from '../schema.ts';

/** The ids of entries whose rows have a due change, the earliest first, at most `limit`. */
export async function dueIdsIn(
  rows: ScopedCollection<EntryRecord>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const due: { id: string; at: Date }[] = [];
  for (const [i, { path, rows: filter }] of dueDates(now).entries()) {
    const projection = { _id: 0, id: 1, at: `$${path}` };
    const options = { sort: { [path]: 1 } as const, hint: comingIndexes[i] ?? 'coming', limit, projection };
    due.push(...((await rows.find(filter, options)) as unknown as typeof due)); // the projection returns these keys
  }
  const inOrder = due.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ id }) => id);
  return [...new Set(inOrder)].slice(0, limit);
}

/** Entries of all projects and releases whose rows have a due change, the earliest first. */
export async function dueItemsIn<R extends EntryRecord>(
  system: SystemDb,
  collection: CollectionSpec<R, ReleaseDb>,
  query: DueQuery,
): Promise<DueItem[]> {
  type OwnedRow = R & { project_id: string; release_id: string };
  const dueRows = await findDueRows(unscopedRows(system, collection as CollectionSpec<OwnedRow>), query);
  return dueRows.map(({ _id: row, id = '', project_id: projectId, release_id: releaseId = null, at }) => ({
    projectId,
    releaseId,
    id,
    at,
    row,
  }));
}
