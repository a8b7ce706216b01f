import type { Tx, NotInTransaction, WriteContext } from './write-context.ts';
import type { WriteResult } from './outcome.ts';

/**
 * Runs one write of a project: the change, its events and the project's row in one transaction, or nothing
 * (specification: project-row). `work` is handed the call inside the transaction, may run more than once, and ends with
 * `inside.stored`, `inside.continued` or `inside.unchanged`.
 */
export function transact<C extends WriteContext, T>(
  context: C & NotInTransaction,
  work: (tx: Tx<C>) => Promise<WriteResult<T>>,
): Promise<T> {
  return context.runWrite<C, T>(context, work);
}
