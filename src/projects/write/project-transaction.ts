import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { inTransaction, type ProjectDb, RetryTransaction, waitShortly } from '../../core/mongo/index.ts';
import { runInBackground } from '../../core/util/index.ts';
import type { WriteContext } from '../../core/context/index.ts';
import { type ClaimedProject, lockProject, endReservation, reserveProject } from '../project/repository.ts';

/** A write that lost this often reserves the next turn; a single loss is common where two processes write. */
const lossesMax = 2;
/** How long others let a reserved write go first, and when it renews this, in milliseconds. */
const [reservedMs, renewAfterMs] = [1_000, 500];
/** How long MongoDB may wait for a transaction that holds the project's row, in milliseconds. */
const rowWaitMs = 300;

/** Claims the project's row inside the transaction; to be called before anything is read. */
export type ClaimProject = (within: ProjectDb) => Promise<ClaimedProject>;

/**
 * Runs a transaction that updates the project's row. Transactions that meet there conflict, and the one that updates it
 * first wins, so `work` claims the row first in each try that follows a loss. A write that lost twice reserves the next
 * turn in the row: other writes find the reservation when they claim and start again, until the write has claimed the
 * row or a second has passed.
 * @throws the errors of `work`, or `temporarily_unavailable`.
 */
export async function inProjectTransaction<T>(
  db: ProjectDb,
  { dryRun, endsAt, onDelay }: Pick<WriteContext, 'dryRun' | 'endsAt' | 'onDelay'>,
  work: (session: ClientSession, claim: ClaimProject) => Promise<T>,
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
      (session) => work(session, (within) => reservation.claim(within)),
    );
    isStored = !dryRun;
    onDelay?.(null);
    return result;
  } finally {
    if (!isStored) reservation.end();
  }
}

/** The turn that one write reserves. A claim that commits ends it too. */
class Reservation {
  readonly #db: ProjectDb;
  #id: string | null = null;
  #renewedAt = -Infinity;

  constructor(db: ProjectDb) {
    this.#db = db;
  }

  async claim(within: ProjectDb): Promise<ClaimedProject> {
    const claimed = await lockProject(within);
    if (claimed.reservedFor !== null && claimed.reservedFor !== this.#id)
      throw new RetryTransaction({ waits: true });
    return claimed;
  }

  async wait(losses: number): Promise<void> {
    if (losses >= lossesMax && performance.now() - this.#renewedAt > renewAfterMs) await this.#reserve();
    // The other writers wait longer between two tries than the one whose turn it is.
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
