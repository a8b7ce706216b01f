import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeStream, Document } from 'mongodb';

/**
 * Reads a change stream with a pause after each read that found changes. A change after a quiet time is read at once; a
 * burst of writes costs one read per pause instead of one per write, and so does the work that a change causes.
 */
export class StreamPace {
  readonly #stream: ChangeStream<Document>;
  readonly #pauseMs: number;
  /** The next read on the clock of `performance.now()`. */
  #nextReadAt = 0;

  constructor(stream: ChangeStream<Document>, pauseMs: number) {
    this.#stream = stream;
    this.#pauseMs = pauseMs;
  }

  /** Returns the next change, or null if the database found none. */
  async tryNext(): Promise<Document | null> {
    if (this.#stream.bufferedCount() > 0) return this.#stream.tryNext();
    const waitMs = this.#nextReadAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const change = (await this.#stream.tryNext()) as Document | null;
    if (change !== null) this.#nextReadAt = performance.now() + this.#pauseMs;
    return change;
  }
}
