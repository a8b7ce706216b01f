import type { ChangeStream, Document, ResumeToken, Timestamp } from 'mongodb';
import { withTimeout } from '../../util/async/timeout.ts';
import { databaseOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** How long the database waits for changes in one read, and may exceed that before the stream counts as dead. */
const awaitMs = 5_000;
const graceMs = 5_000;
/** How long `next` waits for each change after the first one, in milliseconds. */
const drainMs = 10;
const timedOut = Symbol('timed out');

/** A change as the stages of the stream return it. */
interface StreamedChange {
  _id: ResumeToken;
  ns: { coll: string };
  documentKey: { _id: unknown };
}

/** A row that was inserted, changed or deleted. */
export interface RowChange {
  collection: string;
  /** The row's `_id`. */
  id: string;
}

/** Where a stream begins: after the position of an earlier stream, or at a time. */
export type StreamStart = { after: ResumeToken } | { from: Timestamp };

/** A change stream of all rows of some collections, which can continue where an earlier one ended. */
export class RowChanges {
  readonly #stream: ChangeStream<Document>;
  /** The read that no call of `next` has taken yet. */
  #read: { result: Promise<Document | null>; startedAt: number } | null = null;
  #position: ResumeToken;

  constructor(
    system: SystemDb,
    { collections, start }: { collections: readonly string[]; start: StreamStart },
  ) {
    const kinds = ['insert', 'update', 'replace', 'delete'];
    const stages = [
      { $match: { operationType: { $in: kinds }, 'ns.coll': { $in: [...collections] } } },
      { $project: { documentKey: 1, ns: 1 } },
    ];
    const position = 'after' in start ? { resumeAfter: start.after } : { startAtOperationTime: start.from };
    this.#position = 'after' in start ? start.after : undefined;
    this.#stream = databaseOf(system).watch(stages, { ...position, maxAwaitTimeMS: awaitMs });
  }

  /**
   * Returns the next changes, at most `max`, and an empty list if there were none within `waitMs`.
   * @throws the stream's error, such as a position that the database no longer knows
   */
  async next(max: number, waitMs: number): Promise<RowChange[]> {
    const changes: RowChange[] = [];
    while (changes.length < max) {
      const change = await this.#take(changes.length === 0 ? waitMs : drainMs);
      if (change === null) break;
      changes.push(change);
    }
    return changes;
  }

  /** The position after the changes that `next` has returned; undefined before the first response of the database. */
  get position(): ResumeToken {
    return this.#position;
  }

  async close(): Promise<void> {
    await withTimeout(this.#stream.close(), graceMs, undefined);
  }

  async #take(waitMs: number): Promise<RowChange | null> {
    this.#read ??= this.#startRead();
    const { result, startedAt } = this.#read;
    const change = await withTimeout<Document | null | typeof timedOut>(result, waitMs, timedOut);
    if (change === timedOut) {
      if (performance.now() > startedAt + awaitMs + graceMs) throw new Error('the change stream was silent');
      return null;
    }
    this.#read = null;
    if (change === null && this.#stream.closed) throw new Error('the change stream has ended');
    if (change === null) {
      this.#position = this.#stream.resumeToken;
      return null;
    }
    const { _id, ns, documentKey } = change as StreamedChange;
    this.#position = _id;
    return { collection: ns.coll, id: String(documentKey._id) };
  }

  #startRead() {
    const result = this.#stream.tryNext() as Promise<Document | null>;
    result.catch(() => undefined); // `#take` throws it
    return { result, startedAt: performance.now() };
  }
}
