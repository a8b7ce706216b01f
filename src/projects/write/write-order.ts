import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { apiError } from '../../contract/errors/api-error.ts';
import type { WriteContext } from '../../core/context/index.ts';
import { type ProjectDb, RetryTransaction, waitShortly } from '../../core/mongo/index.ts';
import { runInBackground } from '../../core/util/index.ts';
import { endReservation, type LockedProject, lockProject, reserveProject } from '../project/repository.ts';

/** Maximum projects with recorded durations, and durations per project. */
const projectsMax = 2_000;
const durationsMax = 9;

/**
 * Queues the writes of a project in this process. Their transactions would conflict in the project's row; queueing
 * reaches 129 transactions a second instead of 30 to 61. Writes that can't finish in time fail at once.
 */
export class WriteQueue {
  /** The end of each project's last write in the queue. */
  readonly #tails = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, number>();
  /** Milliseconds of each project's last writes, including conflicts with writes of other processes. */
  readonly #durations = new LRUCache<string, number[]>({ max: projectsMax });

  /**
   * Waits for the earlier writes of the project.
   * @returns ends the write, so that the next one starts
   * @throws temporarily_unavailable if the writes ahead would probably take until after the caller's deadline
   */
  async enter(
    key: string,
    { endsAt, onDelay }: Pick<WriteContext, 'endsAt' | 'onDelay'>,
  ): Promise<() => void> {
    const ahead = this.#waiting.get(key) ?? 0;
    const waitMs = ahead * this.#medianMs(key);
    if (endsAt !== undefined && ahead > 0 && performance.now() + waitMs > endsAt) throw tooLate();
    this.#waiting.set(key, ahead + 1);
    if (ahead > 0) onDelay?.('other_writes');
    const previous = this.#tails.get(key);
    const leave = this.#addTail(key);
    await previous;
    const startMs = performance.now();
    if (endsAt !== undefined && startMs > endsAt) {
      leave();
      throw tooLate();
    }
    if (ahead > 0) onDelay?.(null);
    return () => {
      const durations = [...(this.#durations.get(key) ?? []), performance.now() - startMs];
      this.#durations.set(key, durations.slice(-durationsMax));
      leave();
    };
  }

  /** Adds a write to the end of the queue. @returns removes it */
  #addTail(key: string): () => void {
    let end = () => {};
    const tail = new Promise<void>((resolve) => (end = resolve));
    this.#tails.set(key, tail);
    return () => {
      const remaining = (this.#waiting.get(key) ?? 1) - 1;
      if (remaining > 0) this.#waiting.set(key, remaining);
      else this.#waiting.delete(key);
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
      end();
    };
  }

  /** Median of the last durations, because a single slow write doesn't predict the next ones. */
  #medianMs(key: string): number {
    const durations = [...(this.#durations.get(key) ?? [])].sort((a, b) => a - b);
    return durations[Math.floor(durations.length / 2)] ?? 0;
  }
}

function tooLate(): Error {
  return apiError('temporarily_unavailable', { because: 'other_writes' });
}

/** Losses after which a write reserves the row. A single loss is common where two processes write. */
const lossesMax = 2;
/** How long a reservation lasts, and when it is renewed, in milliseconds. */
const [reservedMs, renewAfterMs] = [1_000, 500];
/** The longest wait of a reservation for a transaction that locks the row, in milliseconds. */
const rowWaitMs = 300;

/**
 * One write's reservation of the project's row, against writes of other processes. A write that lost two conflicts
 * reserves the row: other writes find the reservation when they lock the row and start again, until this write has
 * locked it or a second has passed. A lock that commits ends the reservation.
 */
export class Reservation {
  readonly #db: ProjectDb;
  readonly #onDelay: WriteContext['onDelay'];
  #id: string | null = null;
  #renewedAt = -Infinity;

  constructor(db: ProjectDb, onDelay?: WriteContext['onDelay']) {
    this.#db = db;
    this.#onDelay = onDelay;
  }

  /** Locks the project's row inside a transaction, before the transaction reads anything. @throws RetryTransaction */
  async lock(within: ProjectDb): Promise<LockedProject> {
    const lockedProject = await lockProject(within);
    if (lockedProject.reservedFor !== null && lockedProject.reservedFor !== this.#id)
      throw new RetryTransaction({ waits: true });
    return lockedProject;
  }

  /** Waits after a lost conflict. Other writers wait longer between two tries than the one with the reservation. */
  readonly waitAfterLoss = async (losses: number): Promise<void> => {
    this.#onDelay?.('other_writes');
    if (losses >= lossesMax && performance.now() - this.#renewedAt > renewAfterMs) await this.#reserve();
    await (this.#id === null ? waitShortly() : pause(2 + Math.random() * 4));
  };

  async #reserve(): Promise<void> {
    const id = this.#id ?? randomUUID();
    const isReserved = await reserveProject(this.#db, id, { forMs: reservedMs, waitMs: rowWaitMs });
    this.#id = isReserved ? id : null;
    this.#renewedAt = isReserved ? performance.now() : -Infinity;
  }

  /** Ends the reservation of a write that committed nothing. */
  end(): void {
    const id = this.#id;
    if (id !== null) runInBackground('end a reservation', () => endReservation(this.#db, id));
  }
}
