import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import { ApiError, limitReached } from '../../contract/errors/api-error.ts';
import type {
  CountedLimit,
  NotInTransaction,
  Tx,
  TxOperations,
  WriteContext,
  WriteResult,
} from '../../core/context/index.ts';
import { countWrites } from '../../core/mongo/index.ts';
import { readUsage } from '../project/repository.ts';
import { writeProject } from './transaction.ts';
import { ChangedLocales, checkWrittenLocales, withLocaleInAudit } from './written-locales.ts';

/** A write of a batch failed after it had stored rows, so the rest of the batch can't be committed either. */
export class BatchBroken extends Error {
  constructor(cause: unknown) {
    super('a write of a batch failed after it had stored rows', { cause });
  }
}

/**
 * Runs several writes of a project in one transaction. The functions that write join the transaction when they get the
 * context that `work` receives. `work` may catch an ApiError of one write and go on with the next one; it may run more
 * than once. `commit` of that context is called after each write.
 * @throws BatchBroken, the errors that `work` throws, and those of `writeProject`
 */
export async function writeBatch<C extends WriteContext, T>(
  context: C & NotInTransaction,
  work: (member: C & NotInTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await runBatch(context, work, { checksLimits: false });
  } catch (error) {
    // Limits are compared at the end, so that they cost no read. The second run finds the write that exceeds one.
    if (!(error instanceof ApiError) || error.code !== 'limit_reached') throw error;
    return runBatch(context, work, { checksLimits: true });
  }
}

function runBatch<C extends WriteContext, T>(
  context: C & NotInTransaction,
  work: (member: C & NotInTransaction) => Promise<T>,
  { checksLimits }: { checksLimits: boolean },
): Promise<T> {
  return writeProject<C, T>(context, async (tx) => {
    const state: BatchState = { audits: [], limits: checksLimits ? new BatchLimits(tx) : null };
    const batch = { run: (member: WriteContext, write: never) => runWrite(tx, state, member, write) };
    const { stored, continued, unchanged } = tx;
    const result = await work({ ...withoutOperations(tx), batch, bind: undefined } as never);
    const { audits } = state;
    tx.noteLocales([]); // each write has reported its own
    if (audits.length > 0) return stored(audits, result);
    return tx.db.session !== null && countWrites(tx.db.session) > 0 ? continued(result) : unchanged(result);
  });
}

/** The keys of `TxOperations` without the database, which stays inside the transaction. */
const operationKeys = [
  'emit',
  'invalidate',
  'changeLayout',
  'defaultReleaseId',
  'definitionsVersion',
  'locales',
  'noteLocales',
  'publishApproval',
  'checksUniques',
  'afterCommit',
  'writeSeq',
  'lockProject',
  'count',
  'addAtEnd',
  'makeDefault',
  'stored',
  'continued',
  'unchanged',
] as const satisfies readonly Exclude<keyof TxOperations<never>, 'db'>[];

function withoutOperations<C extends WriteContext>(tx: Tx<C>): Omit<C, 'batch'> {
  const rest = { ...tx } as unknown as Record<string, unknown>;
  for (const key of operationKeys) delete rest[key];
  return rest as Omit<C, 'batch'>;
}

/** The audit entries and the counts of a batch, shared by its writes. */
interface BatchState {
  audits: AuditEntry[];
  /** Compares the counts after each write; null if they are compared once, at the end. */
  limits: BatchLimits | null;
}

/** The counted limits of a batch, compared after each of its writes. */
class BatchLimits {
  readonly #tx: Tx<WriteContext>;
  readonly #added = new Map<CountedLimit, number>();
  readonly #pending = new Map<CountedLimit, () => Promise<number>>();

  constructor(tx: Tx<WriteContext>) {
    this.#tx = tx;
  }

  note(limit: CountedLimit, by: number, recount: () => Promise<number>): void {
    this.#added.set(limit, (this.#added.get(limit) ?? 0) + by);
    if (by > 0) this.#pending.set(limit, recount);
  }

  /** Compares the counts to which a write has added. @throws limit_reached */
  async check(): Promise<void> {
    const { bounds, db } = this.#tx;
    for (const [limit, recount] of this.#pending) {
      const max = bounds?.perProject[limit] ?? Infinity;
      const added = this.#added.get(limit) ?? 0;
      const usage = (await readUsage(db, limit)) + added;
      // A count at its limit, or one that may never have been stored, is counted again, as at the end of a write.
      if ((usage <= added || usage > max) && (await recount()) > max) throw limitReached(limit, max);
    }
    this.#pending.clear();
  }
}

/** Runs one write inside the transaction of the batch, and collects its audit entries. */
async function runWrite<T>(
  tx: Tx<WriteContext>,
  { audits, limits }: BatchState,
  member: WriteContext,
  write: (tx: Tx<WriteContext>) => Promise<WriteResult<T>>,
): Promise<T> {
  const { session } = tx.db;
  if (session === null) throw new Error('a batch without a transaction');
  const all: Record<string, unknown> = { ...tx };
  const operations = Object.fromEntries(operationKeys.map((key) => [key, all[key]]));
  let isVisible = false;
  const changedLocales = new ChangedLocales();
  const trackedOperations: Pick<
    TxOperations<never>,
    'emit' | 'invalidate' | 'count' | 'addAtEnd' | 'noteLocales'
  > = {
    emit(event) {
      isVisible = true;
      tx.emit(event);
    },
    invalidate(module, tags) {
      isVisible = true;
      tx.invalidate(module, tags);
    },
    noteLocales(ids) {
      changedLocales.note(ids);
    },
    count(limit, by, recount) {
      limits?.note(limit, by, recount);
      tx.count(limit, by, recount);
    },
    // A limit that is compared after each write counts what is stored.
    addAtEnd: (key, by, store) => (limits === null ? tx.addAtEnd(key, by, store) : store(by)),
  };
  const writesBefore = countWrites(session);
  try {
    const { ending, audit, result } = await write({
      ...operations,
      ...trackedOperations,
      ...member,
    } as Tx<WriteContext>);
    if (ending === 'unchanged' && countWrites(session) > writesBefore)
      throw new Error('work that ended with `unchanged` stored rows');
    if (member.rejectPublish !== undefined && isVisible) throw member.rejectPublish();
    if (ending !== 'unchanged') await checkWrittenLocales(member, changedLocales.ids, () => tx.locales());
    await limits?.check();
    audits.push(...(await withLocaleInAudit(audit, changedLocales.ids, () => tx.locales())));
    await member.commit?.(tx.db, ending);
    return result;
  } catch (error) {
    throw error instanceof ApiError && countWrites(session) > writesBefore ? new BatchBroken(error) : error;
  }
}
