import { apiError } from '../../../contract/errors/api-error.ts';

export interface PasswordRequest {
  /** Identifies the guessed account; null for callers who have proved their identity. */
  account: string | null;
}

interface QueuedRequest extends PasswordRequest {
  start: () => void;
}

export interface PasswordQueueLimits {
  /** Hashes that run at once. */
  running: number;
  /**
   * Maximum waiting strangers, in total and per account. Known callers have a queue of that total length
   * too.
   */
  waiting: number;
  waitingOfAccount: number;
}

/**
 * Limits concurrent password hashes, each of which needs memory and a thread. Known browsers go first and
 * accounts alternate, so many machines that guess at one account delay no other (specification: guessing).
 */
export class PasswordQueue {
  readonly #limits: PasswordQueueLimits;
  readonly #knownCallers: QueuedRequest[] = [];
  readonly #strangers: QueuedRequest[] = [];
  #running = 0;
  /** The account of the last stranger that started. */
  #lastAccount: string | null = null;

  constructor(limits: PasswordQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a slot and runs the work.
   * @throws temporarily_unavailable before any work if the queue is full
   */
  async run<T>(request: PasswordRequest, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.running) await this.#enqueue(request);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#dequeue();
      if (next === undefined) this.#running -= 1;
      else next.start(); // the next request takes over the slot
    }
  }

  #enqueue({ account }: PasswordRequest): Promise<void> {
    const { waiting, waitingOfAccount } = this.#limits;
    const queue = account === null ? this.#knownCallers : this.#strangers;
    const sameAccount = account === null ? 0 : queue.filter((each) => each.account === account).length;
    if (queue.length >= waiting || sameAccount >= waitingOfAccount)
      throw apiError('temporarily_unavailable', { because: 'busy' });
    return new Promise((resolve) => queue.push({ account, start: resolve }));
  }

  #dequeue(): QueuedRequest | undefined {
    const knownRequest = this.#knownCallers.shift();
    if (knownRequest !== undefined) return knownRequest;
    const otherIndex = this.#strangers.findIndex(({ account }) => account !== this.#lastAccount);
    const [next] = this.#strangers.splice(Math.max(otherIndex, 0), 1);
    this.#lastAccount = next?.account ?? null;
    return next;
  }
}
