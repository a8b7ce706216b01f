import { LRUCache } from 'lru-cache';
import { apiError } from '../../../contract/errors/api-error.ts';

/** Maximum projects with recorded durations, and durations per project. */
const projectsMax = 2_000;
const durationsMax = 9;

export interface QueuedWrite {
  /** The caller's deadline on the clock of `performance.now()`. */
  endsAt?: number | undefined;
  /** Called when the write starts and stops waiting for others. */
  onDelay?: ((cause: 'other_writes' | null) => void) | undefined;
}

/**
 * Runs the writes of a project in this process one after another. Their transactions would conflict in the project's
 * row; queueing reaches 129 transactions a second instead of 30 to 61. Writes that can't finish in time fail at once.
 */
export class WriteQueue {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, number>();
  /** Milliseconds of each project's last writes, including conflicts with writes of other processes. */
  readonly #durations = new LRUCache<string, number[]>({ max: projectsMax });

  /** @throws temporarily_unavailable if the writes ahead would probably take until after the caller's deadline */
  async run<T>(key: string, { endsAt, onDelay }: QueuedWrite, work: () => Promise<T>): Promise<T> {
    const ahead = this.#waiting.get(key) ?? 0;
    const waitMs = ahead * this.#medianMs(key);
    if (endsAt !== undefined && ahead > 0 && performance.now() + waitMs > endsAt)
      throw apiError('temporarily_unavailable', { because: 'other_writes' });
    this.#waiting.set(key, ahead + 1);
    if (ahead > 0) onDelay?.('other_writes');
    const timed = () => {
      if (endsAt !== undefined && performance.now() > endsAt)
        throw apiError('temporarily_unavailable', { because: 'other_writes' });
      if (ahead > 0) onDelay?.(null);
      return this.#measure(key, work);
    };
    const previous = this.#tails.get(key) ?? Promise.resolve();
    const result = previous.then(timed, timed);
    const tail = result.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      const remaining = (this.#waiting.get(key) ?? 1) - 1;
      if (remaining > 0) this.#waiting.set(key, remaining);
      else this.#waiting.delete(key);
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }

  async #measure<T>(key: string, work: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      const durations = [...(this.#durations.get(key) ?? []), performance.now() - startMs];
      this.#durations.set(key, durations.slice(-durationsMax));
    }
  }

  /** Median of the last durations, because a single slow write doesn't predict the next ones. */
  #medianMs(key: string): number {
    const durations = [...(this.#durations.get(key) ?? [])].sort((a, b) => a - b);
    return durations[Math.floor(durations.length / 2)] ?? 0;
  }
}
