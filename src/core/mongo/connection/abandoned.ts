import type { UUID } from 'mongodb';
import { runInBackground } from '../../util/async/background.ts';
import type { SystemDb } from '../scope/handle.ts';
import { clientOf, databaseOf } from './database.ts';

/** What the database reports of a transaction whose client is idle at the moment. */
interface IdleTransaction {
  lsid: { id: UUID };
  transaction: { parameters: { txnNumber: number }; timeActiveMicros: number };
}

/** Time between two looks, in milliseconds: a client that asked for nothing in between is dead or frozen. */
const lookEveryMs = 1_500;

/**
 * Ends transactions that a killed process left open. MongoDB would keep them for a minute and block all writes of their
 * project. A process that was only frozen gets an error that it retries.
 */
class AbandonedTransactions {
  readonly #system: SystemDb;
  #lookedAt = -Infinity;
  #isLooking = false;
  /** How far each idle transaction had come at the last look, by session and number. */
  #seen = new Map<string, number>();

  constructor(system: SystemDb) {
    this.#system = system;
  }

  /** Whether the last look was long enough ago. */
  get isDue(): boolean {
    return !this.#isLooking && performance.now() - this.#lookedAt > lookEveryMs;
  }

  /** Looks; to be called while a write meets others again and again. */
  async look(): Promise<void> {
    this.#isLooking = true;
    try {
      await this.#endThoseThatStand();
    } finally {
      this.#isLooking = false;
      this.#lookedAt = performance.now();
    }
  }

  async #endThoseThatStand(): Promise<void> {
    const isRecent = performance.now() - this.#lookedAt < 4 * lookEveryMs;
    const idle = await this.#idle();
    const now = new Map(idle.map((each) => [keyOf(each), each.transaction.timeActiveMicros]));
    const standing = idle.filter(
      (each) => isRecent && this.#seen.get(keyOf(each)) === each.transaction.timeActiveMicros,
    );
    this.#seen = now;
    if (standing.length === 0) return;
    await databaseOf(this.#system).command({ killSessions: standing.map(({ lsid }) => ({ id: lsid.id })) });
  }

  /** Only those of the service's own user: these need no right. */
  #idle(): Promise<IdleTransaction[]> {
    const { appName } = clientOf(this.#system).options;
    const stages = [
      { $currentOp: { allUsers: false, idleConnections: false, idleSessions: true } },
      { $match: { type: 'idleSession', appName, 'transaction.parameters.autocommit': false } },
      { $project: { lsid: 1, transaction: 1 } },
    ];
    const admin = clientOf(this.#system).db('admin');
    return admin.aggregate<IdleTransaction>(stages, { readConcern: 'local' }).toArray(); // it takes no other
  }
}

function keyOf({ lsid, transaction }: IdleTransaction): string {
  return `${lsid.id.toHexString()}/${transaction.parameters.txnNumber}`;
}

const known = new WeakMap<SystemDb, AbandonedTransactions>();

/** Ends what killed processes left open; see above. No caller waits for it. */
export function endAbandoned(system: SystemDb): void {
  const one = known.get(system) ?? new AbandonedTransactions(system);
  known.set(system, one);
  if (one.isDue) runInBackground('end abandoned transactions', () => one.look());
}
