import { type ApiError, apiError } from '../../../contract/errors/api-error.ts';

export interface ConcurrencyBounds {
  /** Work of one owner that runs at once. */
  atOnce: number;
  /** Work of one owner that may wait for a slot. */
  waitingMax: number;
  /** The longest wait for a slot, in milliseconds. */
  waitMs: number;
  /** The reason in the error of work that got no slot. */
  because: 'expensive_reads' | 'other_bulk';
}

/**
 * Limits the work that runs at once for each owner. Further work of the owner waits in a queue, in the
 * order of its arrival and for a bounded time. Work whose caller is gone never starts.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds;
  readonly #active = new Map<string, number>();
  readonly #queues = new Map<string, Set<() => void>>();

  constructor(bounds: ConcurrencyBounds) {
    this.#bounds = bounds;
  }

  /**
   * @param endsAt - when no caller waits for the response any more, on the clock of `performance.now()`.
   * @throws the errors of `work`, or temporarily_unavailable when the queue is full or the wait was too long
   */
  async run<T>(owner: string, endsAt: number, work: () => Promise<T>): Promise<T> {
    await this.#waitForSlot(owner);
    try {
      if (performance.now() > endsAt) throw this.#noSlot();
      return await work();
    } finally {
      this.#passSlot(owner);
    }
  }

  #waitForSlot(owner: string): Promise<void> {
    const active = this.#active.get(owner) ?? 0;
    if (active < this.#bounds.atOnce) {
      this.#active.set(owner, active + 1);
      return Promise.resolve();
    }
    const queue = this.#queues.get(owner) ?? new Set();
    if (queue.size >= this.#bounds.waitingMax) return Promise.reject(this.#noSlot());
    this.#queues.set(owner, queue);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(start);
        reject(this.#noSlot());
      }, this.#bounds.waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      queue.add(start);
    });
  }

  /** Passes the slot to the next in the queue. Work that is too late ends at once and passes it on. */
  #passSlot(owner: string): void {
    const queue = this.#queues.get(owner);
    for (const next of queue ?? []) {
      queue?.delete(next);
      next();
      return;
    }
    this.#queues.delete(owner);
    const active = (this.#active.get(owner) ?? 1) - 1;
    if (active === 0) this.#active.delete(owner);
    else this.#active.set(owner, active);
  }

  #noSlot(): ApiError {
    return apiError('temporarily_unavailable', { because: this.#bounds.because });
  }
}
