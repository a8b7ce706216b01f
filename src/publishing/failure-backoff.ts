import { LRUCache } from 'lru-cache';

/** How long what failed is left alone: at first, and at most, twice as long each time; in milliseconds. */
const firstMs = 5_000;
const longestMs = 5 * 60_000;
/** How long what was published is left alone: it may still stand in a page that was read before; in milliseconds. */
const doneMs = 1_000;

/**
 * What is not tried for a while, so that it does not stand before what can be published: items that failed, releases
 * that cannot be written to just now. Each process learns this by itself and forgets it when it ends.
 */
export class FailureBackoff {
  readonly #until = new LRUCache<string, { until: number; waitMs: number }>({ max: 20_000 });

  has(name: string): boolean {
    return (this.#until.get(name)?.until ?? 0) > performance.now();
  }

  failed(name: string): void {
    const before = this.#until.get(name)?.waitMs ?? 0;
    const waitMs = Math.min(longestMs, Math.max(firstMs, 2 * before));
    this.#until.set(name, { until: performance.now() + waitMs, waitMs });
  }

  done(name: string): void {
    this.#until.set(name, { until: performance.now() + doneMs, waitMs: 0 });
  }
}
