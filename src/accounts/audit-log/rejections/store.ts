import { addCounts, type RejectionCounts } from '../../../contract/errors/refusals.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { addToRow, storedIds, reserveRows } from './repository.ts';
import type { RejectionWindow } from './schema.ts';

/** Maximum rows of one log in five minutes, over all processes; further callers are counted in one total. */
const maxRows = 200;

/**
 * Stores the counts of a window with one update per row. Removes stored counts from the window, so after an
 * error the window contains only the rest.
 */
export async function storeWindow(db: ProjectDb, { log, at, rows, rest }: RejectionWindow): Promise<void> {
  const total = { _id: `${log}:${at.getTime()}:total`, project_id: log, at };
  const existingIds = await storedIds(db, [...rows.keys()]);
  const newIds = [...rows.keys()].filter((id) => !existingIds.has(id));
  const allowedCount =
    newIds.length === 0 ? 0 : await reserveRows(db, total, { count: newIds.length, max: maxRows });
  for (const id of newIds.slice(allowedCount)) {
    addCounts(rest, rows.get(id)?.counts ?? {});
    rows.delete(id);
  }
  for (const [id, { row, counts }] of rows) {
    await addToRow(db, row, counts);
    rows.delete(id);
  }
  if (Object.keys(rest).length === 0) return;
  await addToRow(db, total, rest);
  clearCounts(rest);
}

function clearCounts(counts: RejectionCounts): void {
  for (const code of Object.keys(counts) as (keyof RejectionCounts)[]) delete counts[code];
}
