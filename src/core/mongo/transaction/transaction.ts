import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { apiError } from '../../../contract/errors/api-error.ts';
import { endAbandoned } from '../connection/abandoned.ts';
import { clientOf } from '../connection/database.ts';
import { isCommitUnknown, isDatabaseAway, isTransientInTransaction } from '../connection/failures.ts';
import type { SystemDb } from '../scope/handle.ts';

/** Maximum milliseconds for a transaction with its retries. */
const transactionTimeMs = 4_000;
/**
 * Thrown by work that used outdated data or conflicts with another write. The transaction is aborted and runs again, at
 * once or with the wait after a write conflict.
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
  /** The caller's deadline on the clock of `performance.now()`. */
  endsAt?: number;
  /** Waits before the next attempt; `losses` counts the previous attempts that lost a write conflict. */
  waitAfterLoss?: (losses: number) => Promise<void>;
  /** The cause in the 503 of a write that lost every conflict until its deadline. */
  lostBecause?: 'busy' | 'other_writes';
}

/** Milliseconds of conflicts after which a write checks for abandoned transactions. */
const checkAbandonedAfterMs = 300;

/** Waits a random time, so that conflicting writers do not conflict again. */
export function waitShortly(): Promise<void> {
  return pause(5 + Math.random() * 20);
}

/**
 * Runs `work` in one majority transaction, retried for 4 s in all (the driver's own helper retries for two minutes).
 * Nothing is sent after `endsAt`, but a commit without a response may still be stored after a 503 (specification: errors).
 * `work` may run more than once. `dryRun` aborts the transaction and returns the result.
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
  const startedAt = performance.now();
  const retriesEndAt = Math.min(endsAt, startedAt + transactionTimeMs);
  let losses = 0;
  const unavailable = () => apiError('temporarily_unavailable', losses > 0 ? { because: lostBecause } : {});
  try {
    for (;;) {
      try {
        if (performance.now() > endsAt) throw unavailable();
        session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
        const result = await work(session);
        if (performance.now() > endsAt) throw unavailable();
        await (options.dryRun ? session.abortTransaction() : commit(session, retriesEndAt));
        return result;
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
        if (!(error instanceof RetryTransaction) && !isTransientInTransaction(error)) throw error;
        losses = isDatabaseAway(error) ? 0 : losses + 1;
        if (performance.now() > retriesEndAt) throw unavailable();
        if (error instanceof RetryTransaction && !error.waits) continue;
        if (performance.now() > startedAt + checkAbandonedAfterMs) endAbandoned(system);
        await (losses > 0 ? waitAfterLoss(losses) : waitShortly());
      }
    }
  } finally {
    await session.endSession();
  }
}

/** Commits, and sends the commit again if its response was lost; the server then returns the first result. */
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
