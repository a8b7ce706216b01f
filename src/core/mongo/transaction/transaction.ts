import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { apiError } from '../../../contract/errors/api-error.ts';
import { endAbandoned } from '../connection/abandoned.ts';
import { clientOf } from '../connection/database.ts';
import { isCommitUnknown, isDatabaseAway, isTransientInTransaction } from '../connection/failures.ts';
import type { SystemDb } from '../scope/handle.ts';

/** A transaction and its retries end within this time, in milliseconds, or when no caller waits any longer. */
const transactionTimeMs = 4_000;
/**
 * Thrown by work that used outdated data or found another write ahead of it: the transaction is undone, and the work runs
 * again, at once or after the wait that follows a write conflict.
 */
export class RetryTransaction extends Error {
  readonly waits: boolean;
  constructor({ waits = false } = {}) {
    super('run the transaction again');
    this.waits = waits;
  }
}

export interface TransactionOptions {
  dryRun: boolean;
  /** When no caller waits any longer, on the clock of `performance.now()`. */
  endsAt?: number;
  /** Waits before the next try; `losses` counts the tries so far that lost to other writes. */
  waitAfterLoss?: (losses: number) => Promise<void>;
  /** Why a write that lost until its time ended was given up. */
  lostBecause?: 'busy' | 'other_writes';
}

/** A write that could not pass others for this long asks whether they are still there, in milliseconds. */
const patienceMs = 300;

/** Spreads writers that met, so that they do not meet again. */
export function waitShortly(): Promise<void> {
  return pause(5 + Math.random() * 20);
}

/**
 * Runs `work` in one majority transaction, retried for 4 s in all (the driver's own helper retries for two minutes).
 * Nothing is sent after `endsAt`, but a commit that was sent before and got no response may still be stored after a 503
 * (specification: errors). `work` may run more than once. With `dryRun` all of it is undone, and its result returned.
 * MongoDB has no queue for rows: of two transactions that write one row, the later one fails at once.
 * @throws the errors of `work`, or `temporarily_unavailable`.
 */
export async function inTransaction<T>(
  system: SystemDb,
  options: TransactionOptions,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const { waitAfterLoss = waitShortly, lostBecause = 'busy' } = options;
  const session = clientOf(system).startSession();
  const endsAt = options.endsAt ?? Infinity;
  const begun = performance.now();
  const retriesEndAt = Math.min(endsAt, begun + transactionTimeMs);
  let losses = 0;
  const givenUp = () => apiError('temporarily_unavailable', losses > 0 ? { because: lostBecause } : {});
  try {
    for (;;) {
      try {
        if (performance.now() > endsAt) throw givenUp();
        session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
        const result = await work(session);
        if (performance.now() > endsAt) throw givenUp();
        await (options.dryRun ? session.abortTransaction() : commit(session, retriesEndAt));
        return result;
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
        if (!(error instanceof RetryTransaction) && !isTransientInTransaction(error)) throw error;
        losses = isDatabaseAway(error) ? 0 : losses + 1;
        if (performance.now() > retriesEndAt) throw givenUp();
        if (error instanceof RetryTransaction && !error.waits) continue;
        if (performance.now() > begun + patienceMs) endAbandoned(system);
        await (losses > 0 ? waitAfterLoss(losses) : waitShortly());
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
      if (performance.now() > endsAt) throw apiError('temporarily_unavailable', {});
      await pause(20);
    }
  }
}
