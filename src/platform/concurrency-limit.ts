import { problem } from '../contract/problem.ts';

/**
 * Lets the dear work of one owner go a few at a time, in the order in which it came; that of other owners does not wait
 * for it. Whose caller is gone leaves the line without having begun.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #busy = new Map<string, number>();
  readonly #lines = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * @param endsAt - when nobody waits for the answer any longer, on the clock of `performance.now()`.
   * @throws the errors of `work`, or temporarily_unavailable when its turn did not come in time
   */
  async run<T>(owner: string, endsAt: number, work: () => Promise<T>): Promise<T> {
    await this.#turn(owner);
    try {
      if (performance.now() > endsAt) throw problem('temporarily_unavailable', { because: 'busy' });
      return await work();
    } finally {
      this.#next(owner);
    }
  }

  #turn(owner: string): Promise<void> {
    const busy = this.#busy.get(owner) ?? 0;
    if (busy < this.#atOnce) {
      this.#busy.set(owner, busy + 1);
      return Promise.resolve();
    }
    return new Promise((begin) => {
      const line = this.#lines.get(owner);
      if (line === undefined) this.#lines.set(owner, [begin]);
      else line.push(begin);
    });
  }

  /** Gives the place to the next in line; who is late finds that out at once, and gives it on. */
  #next(owner: string): void {
    const next = this.#lines.get(owner)?.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#lines.delete(owner);
    const busy = (this.#busy.get(owner) ?? 1) - 1;
    if (busy === 0) this.#busy.delete(owner);
    else this.#busy.set(owner, busy);
  }
}
