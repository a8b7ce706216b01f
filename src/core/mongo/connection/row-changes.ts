import type { ChangeStream, Document, ResumeToken, Timestamp } from 'mongodb';
import { resultWithin } from './change-stream.ts';
import { databaseOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** Milliseconds that the database may exceed the requested wait before the stream counts as dead. */
const graceMs = 5_000;

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
  readonly #waitMs: number;

  constructor(
    system: SystemDb,
    { collections, start, waitMs }: { collections: readonly string[]; start: StreamStart; waitMs: number },
  ) {
    const kinds = ['insert', 'update', 'replace', 'delete'];
    const stages = [
      { $match: { operationType: { $in: kinds }, 'ns.coll': { $in: [...collections] } } },
      { $project: { documentKey: 1, ns: 1 } },
    ];
    const position = 'after' in start ? { resumeAfter: start.after } : { startAtOperationTime: start.from };
    this.#waitMs = waitMs;
    this.#stream = databaseOf(system).watch(stages, { ...position, maxAwaitTimeMS: waitMs });
  }

  /**
   * Returns the next changes, at most `max`, and an empty list if there were none in time.
   * @throws the stream's error, such as a position that the database no longer knows
   */
  async next(max: number): Promise<RowChange[]> {
    const changes: RowChange[] = [];
    while (changes.length < max) {
      const change: Document | null = await resultWithin(this.#stream.tryNext(), this.#waitMs + graceMs);
      if (change === null && this.#stream.closed) throw new Error('the change stream has ended');
      if (change === null) break;
      const { ns, documentKey } = change as { ns: { coll: string }; documentKey: { _id: unknown } }; // as projected
      changes.push({ collection: ns.coll, id: String(documentKey._id) });
    }
    return changes;
  }

  /** The position after the changes that `next` has returned. */
  get position(): ResumeToken {
    return this.#stream.resumeToken;
  }

  async close(): Promise<void> {
    await resultWithin(this.#stream.close(), graceMs);
  }
}
