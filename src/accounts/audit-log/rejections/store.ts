import { addCounts, type RefusalCounts } from '../../../contract/errors/refusals.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { addToRow, storedIds, reserveRows } from './repository.ts';
import type { RefusalWindow } from './schema.ts';

/** Rows of one log in five minutes, of all processes together; what comes from yet more networks is one total. */
const rowsMax = 200;

/**
 * Stores what was counted in a window, with one update for each row, and takes out of the window what it stored: when
 * it throws, the rest is still there.
 */
export async function storeWindow(db: ProjectDb, { log, at, rows, beyond }: RefusalWindow): Promise<void> {
  const total = { _id: `${log}:${at.getTime()}:total`, project_id: log, at };
  const stored = await storedIds(db, [...rows.keys()]);
  const fresh = [...rows.keys()].filter((id) => !stored.has(id));
  const places =
    fresh.length === 0 ? 0 : await reserveRows(db, total, { wanted: fresh.length, most: rowsMax });
  for (const id of fresh.slice(places)) {
    addCounts(beyond, rows.get(id)?.counts ?? {});
    rows.delete(id);
  }
  for (const [id, { row, counts }] of rows) {
    await addToRow(db, row, counts);
    rows.delete(id);
  }
  if (Object.keys(beyond).length === 0) return;
  await addToRow(db, total, beyond);
  forget(beyond);
}

function forget(counts: RefusalCounts): void {
  for (const code of Object.keys(counts) as (keyof RefusalCounts)[]) delete counts[code];
}
