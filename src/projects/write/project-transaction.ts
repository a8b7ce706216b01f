import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { inTransaction, type ProjectDb, RetryTransaction, waitShortly } from '../../core/mongo/index.ts';
import { runInBackground } from '../../core/util/index.ts';
import type { WriteContext } from '../../core/context/index.ts';
import { type LockedProject, lockProject, endReservation, reserveProject } from '../project/repository.ts';

/** Losses after which a write reserves the row. A single loss is common where two processes write. */
const lossesMax = 2;
/** How long a reservation lasts, and when it is renewed, in milliseconds. */
const [reservedMs, renewAfterMs] = [1_000, 500];
/** The longest wait of a reservation for a transaction that locks the row, in milliseconds. */
const rowWaitMs = 300;

/** Locks the project's row inside the transaction. The work calls it before it reads anything. */
export type LockProject = (within: ProjectDb) => Promise<LockedProject>;

/**
 * Runs a transaction that updates the project's row. Two transactions that update the row conflict, and the first one
 * wins, so `work` locks the row first in each run after a loss. A write that lost twice reserves the row: other writes
 * find the reservation when they lock it and start again, until the write has locked the row or a second has passed.
 * @throws the errors of `work`, or `temporarily_unavailable`.
 */
export async function inProjectTransaction<T>(
  db: ProjectDb,
  { dryRun, endsAt, onDelay }: Pick<WriteContext, 'dryRun' | 'endsAt' | 'onDelay'>,
  work: (session: ClientSession, lock: LockProject) => Promise<T>,
): Promise<T> {
  const reservation = new Reservation(db);
  const waitAfterLoss = async (losses: number) => {
    onDelay?.('other_writes');
    await reservation.wait(losses);
  };
  const options = { dryRun, waitAfterLoss, lostBecause: 'other_writes' } as const;
  let isStored = false;
  try {
    const result = await inTransaction(
      db.system,
      { ...options, ...(endsAt === undefined ? {} : { endsAt }) },
      (session) => work(session, (within) => reservation.lock(within)),
    );
    isStored = !dryRun;
    onDelay?.(null);
    return result;
  } finally {
    if (!isStored) reservation.end();
  }
}

/** One write's reservation of the project's row. A lock that commits ends it too. */
class Reservation {
  readonly #db: ProjectDb;
  #id: string | null = null;
  #renewedAt = -Infinity;

  constructor(db: ProjectDb) {
    this.#db = db;
  }

  async lock(within: ProjectDb): Promise<LockedProject> {
    const lockedProject = await lockProject(within);
    if (lockedProject.reservedFor !== null && lockedProject.reservedFor !== this.#id)
      throw new RetryTransaction({ waits: true });
    return lockedProject;
  }

  async wait(losses: number): Promise<void> {
    if (losses >= lossesMax && performance.now() - this.#renewedAt > renewAfterMs) await this.#reserve();
    // Other writers wait longer between two tries than the one with the reservation.
    await (this.#id === null ? waitShortly() : pause(2 + Math.random() * 4));
  }

  async #reserve(): Promise<void> {
    const id = this.#id ?? randomUUID();
    const isReserved = await reserveProject(this.#db, id, { forMs: reservedMs, waitMs: rowWaitMs });
    this.#id = isReserved ? id : null;
    this.#renewedAt = isReserved ? performance.now() : -Infinity;
  }

  end(): void {
    const id = this.#id;
    if (id !== null) runInBackground('end a reservation', () => endReservation(this.#db, id));
  }
}
