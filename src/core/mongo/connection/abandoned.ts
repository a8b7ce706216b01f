import type { UUID } from 'mongodb';
import { runInBackground } from '../../util/async/background.ts';
import type { SystemDb } from '../scope/handle.ts';
import { clientOf, databaseOf } from './database.ts';

/** An open transaction without a running command, as `$currentOp` reports it. */
interface IdleTransaction {
  lsid: { id: UUID };
  transaction: { parameters: { txnNumber: number }; timeActiveMicros: number };
}

/** Milliseconds between two checks. A client that sent no command in between is dead or frozen. */
const checkEveryMs = 1_500;

/**
 * Ends transactions that a killed process left open. MongoDB would keep them for a minute and block all writes of their
 * project. A process that was only frozen gets an error that it retries.
 */
class AbandonedTransactions {
  readonly #system: SystemDb;
  #checkedAt = -Infinity;
  #isChecking = false;
  /** Active time of each idle transaction at the last check, by session and transaction number. */
  #activeMicros = new Map<string, number>();

  constructor(system: SystemDb) {
    this.#system = system;
  }

  get isDue(): boolean {
    return !this.#isChecking && performance.now() - this.#checkedAt > checkEveryMs;
  }

  /** Checks for abandoned transactions; called while a write keeps losing conflicts. */
  async check(): Promise<void> {
    this.#isChecking = true;
    try {
      await this.#endInactive();
    } finally {
      this.#isChecking = false;
      this.#checkedAt = performance.now();
    }
  }

  async #endInactive(): Promise<void> {
    const isRecent = performance.now() - this.#checkedAt < 4 * checkEveryMs;
    const idle = await this.#findIdle();
    const activeMicros = new Map(idle.map((each) => [keyOf(each), each.transaction.timeActiveMicros]));
    const inactive = idle.filter(
      (each) => isRecent && this.#activeMicros.get(keyOf(each)) === each.transaction.timeActiveMicros,
    );
    this.#activeMicros = activeMicros;
    if (inactive.length === 0) return;
    await databaseOf(this.#system).command({ killSessions: inactive.map(({ lsid }) => ({ id: lsid.id })) });
  }

  /** Finds only transactions of the service's own database user, which needs no privilege. */
  #findIdle(): Promise<IdleTransaction[]> {
    const { appName } = clientOf(this.#system).options;
    const stages = [
      { $currentOp: { allUsers: false, idleConnections: false, idleSessions: true } },
      { $match: { type: 'idleSession', appName, 'transaction.parameters.autocommit': false } },
      { $project: { lsid: 1, transaction: 1 } },
    ];
    const admin = clientOf(this.#system).db('admin');
    return admin.aggregate<IdleTransaction>(stages, { readConcern: 'local' }).toArray(); // $currentOp allows no other read concern
  }
}

function keyOf({ lsid, transaction }: IdleTransaction): string {
  return `${lsid.id.toHexString()}/${transaction.parameters.txnNumber}`;
}

const checkers = new WeakMap<SystemDb, AbandonedTransactions>();

/** Ends transactions that killed processes left open, in the background. */
export function endAbandoned(system: SystemDb): void {
  const transactions = checkers.get(system) ?? new AbandonedTransactions(system);
  checkers.set(system, transactions);
  if (transactions.isDue) runInBackground('end abandoned transactions', () => transactions.check());
}
