import type { Inside, Outside, Writer } from './writer.ts';
import type { Outcome } from './outcome.ts';

/**
 * Runs one write of a project: the change, its events and the project's row in one transaction, or nothing
 * (specification: project-row). `work` is handed the call inside the transaction, may run more than once, and ends with
 * `inside.stored`, `inside.continued` or `inside.unchanged`.
 */
export function transact<C extends Writer, T>(
  call: C & Outside,
  work: (inside: Inside<C>) => Promise<Outcome<T>>,
): Promise<T> {
  return call.runWrite<C, T>(call, work);
}
