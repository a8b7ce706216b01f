import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { problem } from '../../../contract/errors/problem.ts';
import { endAbandoned } from '../connection/abandoned.ts';
import { clientOf } from '../connection/database.ts';
import { isCommitUnknown, isTransientInTransaction } from '../connection/failures.ts';
import type { SystemDb } from '../scope/handle.ts';

/** A transaction and its retries end within this time, in milliseconds, or when no caller waits any longer. */
const transactionTimeMs = 4_000;
/** Thrown by work that rested on something that was no longer so: the transaction is undone, and the work runs again at once. */
export class RunAgain extends Error {}

/** A write that could not pass others for this long asks whether they are still there, in milliseconds. */
const patienceMs = 300;

/**
 * Runs `work` in one majority transaction, retried for 4 s in all (the driver's own helper retries for two minutes).
 * Nothing is sent after `endsAt`, but a commit that was sent before and got no response may still be stored after a 503
 * (specification: errors). `work` may run more than once. With `dryRun` all of it is undone, and its result returned.
 * @throws the errors of `work`, or `temporarily_unavailable`.
 */
export async function inTransaction<T>(
  system: SystemDb,
  options: { dryRun: boolean; endsAt?: number },
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = clientOf(system).startSession();
  const endsAt = options.endsAt ?? Infinity;
  const begun = performance.now();
  const retriesEndAt = Math.min(endsAt, begun + transactionTimeMs);
  try {
    for (;;) {
      try {
        if (performance.now() > endsAt) throw problem('temporarily_unavailable', {});
        session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
        const result = await work(session);
        if (performance.now() > endsAt) throw problem('temporarily_unavailable', {});
        await (options.dryRun ? session.abortTransaction() : commit(session, retriesEndAt));
        return result;
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
        const runsAgain = error instanceof RunAgain;
        if (!runsAgain && !isTransientInTransaction(error)) throw error;
        if (performance.now() > retriesEndAt) throw problem('temporarily_unavailable', {});
        if (runsAgain) continue;
        if (performance.now() > begun + patienceMs) endAbandoned(system);
        await pause(5 + Math.random() * 20);
      }
    }
  } finally {
    await session.endSession();
  }
}

/** A commit whose answer was lost is asked again: the server returns whether it happened. */
async function commit(session: ClientSession, endsAt: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isCommitUnknown(error)) throw error;
      if (performance.now() > endsAt) throw problem('temporarily_unavailable', {});
      await pause(20);
    }
  }
}
