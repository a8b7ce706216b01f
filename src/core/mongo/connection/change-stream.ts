import type { ChangeStream, ChangeStreamInsertDocument, Timestamp } from 'mongodb';
import { withTimeout } from '../../util/async/timeout.ts';
import type { SystemDb } from '../scope/handle.ts';
import { clientOf, databaseOf } from './database.ts';

/** The database may be this much later than it was asked to be, in milliseconds; then its answer is given up. */
const graceMs = 5_000;
const silence = Symbol('silence');

/** From which moment of the database's own time inserts are followed, and how long `next` waits for one. */
export interface Following {
  from: Timestamp;
  /** In milliseconds; then `next` answers null. */
  waitMs: number;
}

/** Which inserts are followed. */
interface Followed {
  collections: readonly string[];
  /** Rows without this key are passed over. */
  having?: string;
}

/** A row that was inserted. */
export interface Inserted {
  id: string;
  projectId: string;
}

/** Inserts of rows of projects, followed from a moment of the database's own time. */
export class Inserts {
  readonly #stream: ChangeStream;
  readonly #waitMs: number;

  constructor(system: SystemDb, { collections, having }: Followed, { from, waitMs }: Following) {
    const has = having === undefined ? {} : { [`fullDocument.${having}`]: { $exists: true } };
    const stages = [
      { $match: { operationType: 'insert', 'ns.coll': { $in: [...collections] }, ...has } },
      { $project: { documentKey: 1, 'fullDocument.project_id': 1 } },
    ];
    this.#waitMs = waitMs;
    this.#stream = databaseOf(system).watch(stages, { startAtOperationTime: from, maxAwaitTimeMS: waitMs });
  }

  /**
   * The next inserted row, or null when there was none in time.
   * @throws what the stream ends with; Error when the database does not respond, or when the stream has ended, as it
   * does when the database is dropped. Null would come at once from then on, and block the process.
   */
  async next(): Promise<Inserted | null> {
    const change = await answered(this.#stream.tryNext(), this.#waitMs + graceMs);
    if (change === null && this.#stream.closed) throw new Error('the change stream has ended');
    if (change === null) return null;
    const { documentKey, fullDocument } = change as ChangeStreamInsertDocument<{ project_id: string }>; // by the filter
    return { id: String(documentKey._id), projectId: fullDocument.project_id };
  }

  /** Never waits for a database that does not answer. */
  async close(): Promise<void> {
    await answered(this.#stream.close(), graceMs);
  }
}

/** @throws Error when the work takes longer */
async function answered<T>(work: Promise<T>, ms: number): Promise<T> {
  const answer = await withTimeout<T | typeof silence>(work, ms, silence);
  if (answer === silence) throw new Error(`the change stream was silent for ${ms} ms`);
  return answer;
}

/** The database's time after everything that it acknowledged so far. */
export async function databaseTime(system: SystemDb): Promise<Timestamp> {
  const session = clientOf(system).startSession();
  try {
    await databaseOf(system).command({ ping: 1 }, { session });
    if (session.operationTime === undefined) throw new Error('the database returned no operation time');
    return session.operationTime;
  } finally {
    await session.endSession();
  }
}
