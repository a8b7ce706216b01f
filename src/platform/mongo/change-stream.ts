import type { ChangeStream, ChangeStreamInsertDocument, Timestamp } from 'mongodb';
import type { SystemDb } from './handle.ts';

/** Inserts into one collection, followed from a moment of the database's own time. */
export class Inserts {
  readonly #stream: ChangeStream;

  /** @param waitMs - how long `next` waits for an insert before it answers null. */
  constructor(system: SystemDb, collection: string, { from, waitMs }: { from: Timestamp; waitMs: number }) {
    const stages = [
      { $match: { operationType: 'insert', 'ns.coll': collection } },
      { $project: { documentKey: 1 } },
    ];
    this.#stream = system.db.watch(stages, { startAtOperationTime: from, maxAwaitTimeMS: waitMs });
  }

  /** The `_id` of the next inserted row, or null when there was none in time. @throws what the stream ends with. */
  async next(): Promise<string | null> {
    const change = (await this.#stream.tryNext()) as ChangeStreamInsertDocument | null; // by the filter above
    return change === null ? null : String(change.documentKey._id);
  }

  async close(): Promise<void> {
    await this.#stream.close();
  }
}

/** The database's time after everything that it acknowledged so far. */
export async function databaseTime(system: SystemDb): Promise<Timestamp> {
  const session = system.client.startSession();
  try {
    await system.db.command({ ping: 1 }, { session });
    if (session.operationTime === undefined) throw new Error('the database tells no operation time');
    return session.operationTime;
  } finally {
    await session.endSession();
  }
}
