import { apiError } from '../../../contract/errors/api-error.ts';

export interface ConcurrencyBounds {
  /** Pieces of work of one owner that go on at once. */
  atOnce: number;
  /** Pieces of one owner that wait for their turn. */
  waitingMax: number;
  /** How long a piece waits for its turn, in milliseconds. */
  waitMs: number;
}

/**
 * Lets the expensive work of one owner go a few at a time, in the order in which it came; that of other owners does not
 * wait for it. The line is short and each waits for a bounded time. Work whose caller is gone leaves it without having
 * begun.
 */
export class ConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds;
  readonly #busy = new Map<string, number>();
  readonly #lines = new Map<string, Set<() => void>>();

  constructor(bounds: ConcurrencyBounds) {
    this.#bounds = bounds;
  }

  /**
   * @param endsAt - when no caller waits for the answer any longer, on the clock of `performance.now()`.
   * @throws the errors of `work`, or temporarily_unavailable when the line is full or its turn did not come in time
   */
  async run<T>(owner: string, endsAt: number, work: () => Promise<T>): Promise<T> {
    await this.#turn(owner);
    try {
      if (performance.now() > endsAt) throw tooMany();
      return await work();
    } finally {
      this.#next(owner);
    }
  }

  #turn(owner: string): Promise<void> {
    const busy = this.#busy.get(owner) ?? 0;
    if (busy < this.#bounds.atOnce) {
      this.#busy.set(owner, busy + 1);
      return Promise.resolve();
    }
    const line = this.#lines.get(owner) ?? new Set();
    if (line.size >= this.#bounds.waitingMax) return Promise.reject(tooMany());
    this.#lines.set(owner, line);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        line.delete(begin);
        reject(tooMany());
      }, this.#bounds.waitMs);
      const begin = () => {
        clearTimeout(late);
        resolve();
      };
      line.add(begin);
    });
  }

  /** Gives the place to the next in line; who is late finds that out at once, and gives it on. */
  #next(owner: string): void {
    const line = this.#lines.get(owner);
    for (const next of line ?? []) {
      line?.delete(next);
      next();
      return;
    }
    this.#lines.delete(owner);
    const busy = (this.#busy.get(owner) ?? 1) - 1;
    if (busy === 0) this.#busy.delete(owner);
    else this.#busy.set(owner, busy);
  }
}

function tooMany() {
  return apiError('temporarily_unavailable', { because: 'expensive_reads' });
}
