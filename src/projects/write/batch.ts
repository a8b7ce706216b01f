import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import type {
  NotInTransaction,
  Tx,
  TxOperations,
  WriteContext,
  WriteResult,
} from '../../core/context/index.ts';
import { countWrites } from '../../core/mongo/index.ts';
import { writeProject } from './transaction.ts';

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
export function writeBatch<C extends WriteContext, T>(
  context: C & NotInTransaction,
  work: (member: C & NotInTransaction) => Promise<T>,
): Promise<T> {
  return writeProject<C, T>(context, async (tx) => {
    const audits: AuditEntry[] = [];
    const batch = { run: (member: WriteContext, write: never) => runWrite(tx, audits, member, write) };
    const { stored, continued, unchanged } = tx;
    const result = await work({ ...withoutOperations(tx), batch, bind: undefined } as never);
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
  'checksUniques',
  'afterCommit',
  'writeSeq',
  'lockProject',
  'count',
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

/** Runs one write inside the transaction of the batch, and collects its audit entries. */
async function runWrite<T>(
  tx: Tx<WriteContext>,
  audits: AuditEntry[],
  member: WriteContext,
  write: (tx: Tx<WriteContext>) => Promise<WriteResult<T>>,
): Promise<T> {
  const { session } = tx.db;
  if (session === null) throw new Error('a batch without a transaction');
  const all: Record<string, unknown> = { ...tx };
  const operations = Object.fromEntries(operationKeys.map((key) => [key, all[key]]));
  const writesBefore = countWrites(session);
  try {
    const { ending, audit, result } = await write({ ...operations, ...member } as Tx<WriteContext>);
    if (ending === 'unchanged' && countWrites(session) > writesBefore)
      throw new Error('work that ended with `unchanged` stored rows');
    audits.push(...audit);
    await member.commit?.(tx.db, ending);
    return result;
  } catch (error) {
    throw error instanceof ApiError && countWrites(session) > writesBefore ? new BatchBroken(error) : error;
  }
}
