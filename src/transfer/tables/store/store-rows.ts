import { ApiError } from '../../../contract/errors/api-error.ts';
import { asSystem, type ReleaseContext } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { BatchBroken, DueChangePending, writeBatch } from '../../../projects/index.ts';
import type { RowOutcome, TableRow } from '../row.ts';
import { failedRow, RowWriter, type TableTarget } from './row-writer.ts';

/** Maximum due changes of a row's entry that are applied, one before each new attempt to store the row. */
const dueChangesMax = 10;

export interface StoreOptions {
  /** Creates a context of the release that sees the newest state. */
  newContext: () => Promise<ReleaseContext>;
  target: TableTarget;
  /** Stores progress in the transaction that stores the rows; for a row that can't be stored, without a transaction. */
  storeProgress?: (db: ReleaseDb, outcomes: readonly RowOutcome[]) => Promise<void>;
}

/**
 * Stores rows in one transaction. If one of them can only be stored alone, or breaks the transaction, each row gets its own.
 * @returns an outcome for each row, in order
 * @throws unknown_content_type, not_a_collection, and errors of status 500 and above
 */
export async function storeRows(rows: readonly TableRow[], options: StoreOptions): Promise<RowOutcome[]> {
  try {
    return await storeTogether(await options.newContext(), rows, options);
  } catch (error) {
    if (!(error instanceof BatchBroken) && !(error instanceof DueChangePending)) throw error;
  }
  const outcomes: RowOutcome[] = [];
  for (const row of rows) outcomes.push(await storeAlone(row, options));
  return outcomes;
}

function storeTogether(
  context: ReleaseContext,
  rows: readonly TableRow[],
  { target, storeProgress }: StoreOptions,
): Promise<RowOutcome[]> {
  return writeBatch(context, async (member) => {
    const writer = await RowWriter.open(member, target, rows);
    const outcomes: RowOutcome[] = [];
    for (const row of rows) outcomes.push(await writer.write(row));
    await storeProgress?.(member.db, outcomes);
    return outcomes;
  });
}

async function storeAlone(row: TableRow, options: StoreOptions): Promise<RowOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const context = await options.newContext();
    try {
      const [outcome] = await storeTogether(context, [row], options);
      if (outcome === undefined) throw new Error('a batch without an outcome');
      return outcome;
    } catch (error) {
      const cause = error instanceof BatchBroken ? error.cause : error;
      if (cause instanceof DueChangePending && attempt <= dueChangesMax) await applyDue(context, cause.id);
      else if (!(cause instanceof ApiError) || cause.status >= 500) throw cause;
      else {
        const outcome = failedRow(row, cause, options.target);
        await options.storeProgress?.(context.db, [outcome]);
        return outcome;
      }
    }
  }
}

async function applyDue(context: ReleaseContext, id: string): Promise<void> {
  for (const kind of context.scheduled) await kind.applyDueChanges(asSystem(context), [id]);
}
