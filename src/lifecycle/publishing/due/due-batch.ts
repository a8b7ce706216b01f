import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { tagsMax } from '../../../contract/events/cache-tags.ts';
import type {
  DueItem,
  NotInTransaction,
  Tx,
  TxOperations,
  WriteContext,
} from '../../../core/context/index.ts';
import { writeProject } from '../../../projects/index.ts';

/** Items that one transaction applies at most. */
export const batchMax = 100;
/** A batch ends early at these bounds, so that it holds up other writes of the project for a short time. */
const workMs = 500;
const rowBytesMax = 8 * 1024 * 1024;
/** Beyond `tagsMax.change`, a change would purge the whole project. */
const tagsSoftMax = tagsMax.change - 64;

/** What one item stored, and whether another date of it is due, which needs a transaction of its own. */
export type AppliedDate = AppliedChange & { hasMore?: boolean };

/** What one item stored. */
export interface AppliedChange {
  audit: AuditEntry;
  /** Bytes of the item's row. */
  rowBytes: number;
}

/**
 * Applies due changes of items, each with its own revision, event and audit row, in one transaction. An item without a
 * due change is skipped, so repeated calls in any process change nothing.
 * @param apply - stores the change of one item; null if nothing is due
 * @returns how many items were done, at least one; the others need another transaction
 */
export function applyDueBatch<C extends WriteContext>(
  context: C & NotInTransaction,
  ids: readonly string[],
  apply: (tx: Tx<C>, id: string) => Promise<AppliedChange | null>,
): Promise<number> {
  return writeProject<C, number>(context, async (tx) => {
    const endsAt = performance.now() + workMs;
    const tags = new Set<string>();
    const invalidate: TxOperations<C['db']>['invalidate'] = (module, changeTags) => {
      for (const tag of [...changeTags.tags, ...(changeTags.hidden ?? [])]) tags.add(tag);
      tx.invalidate(module, changeTags);
    };
    const audits: AuditEntry[] = [];
    let [doneCount, rowBytes] = [0, 0];
    for (const id of ids.slice(0, batchMax)) {
      const change = await apply({ ...tx, invalidate }, id);
      doneCount += 1;
      if (change === null) continue;
      audits.push(change.audit);
      rowBytes += change.rowBytes;
      if (performance.now() > endsAt || rowBytes > rowBytesMax || tags.size > tagsSoftMax) break;
    }
    return audits.length === 0 ? tx.unchanged(doneCount) : tx.stored(audits, doneCount);
  });
}

/**
 * Like `applyDueBatch`, for items with several due dates: one transaction has one event of a name for an item, so each
 * further date of an item is applied in another one.
 */
export async function applyDueInSteps<C extends WriteContext>(
  context: C & NotInTransaction,
  ids: readonly string[],
  apply: (tx: Tx<C>, id: string) => Promise<AppliedDate | null>,
): Promise<number> {
  const first = await applyFirstDates(context, ids, apply);
  for (const id of first.unfinished)
    while ((await applyFirstDates(context, [id], apply)).unfinished.size > 0);
  return first.doneCount;
}

async function applyFirstDates<C extends WriteContext>(
  context: C & NotInTransaction,
  ids: readonly string[],
  apply: (tx: Tx<C>, id: string) => Promise<AppliedDate | null>,
): Promise<{ doneCount: number; unfinished: ReadonlySet<string> }> {
  const unfinished = new Set<string>();
  const doneCount = await applyDueBatch(context, ids, async (tx, id) => {
    const change = await apply(tx, id);
    if (change?.hasMore === true) unfinished.add(id);
    else unfinished.delete(id);
    return change;
  });
  return { doneCount, unfinished };
}

/** The items with the earliest dates, of several queries. */
export function firstDueItems(items: readonly DueItem[], limit: number): DueItem[] {
  const inOrder = (a: DueItem, b: DueItem) =>
    a.at.getTime() - b.at.getTime() || (String(a.row) < String(b.row) ? -1 : 1);
  return [...items].sort(inOrder).slice(0, limit);
}
