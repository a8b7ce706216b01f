import type { ChangeStream, ChangeStreamInsertDocument, Document, Timestamp } from 'mongodb';
import { withTimeout } from '../../util/async/timeout.ts';
import type { SystemDb } from '../scope/handle.ts';
import { clientOf, databaseOf } from './database.ts';

/** Milliseconds that the database may exceed the requested wait before the stream counts as dead. */
const graceMs = 5_000;
const timedOut = Symbol('timed out');

export interface Following {
  /** Cluster time at which the stream starts. */
  from: Timestamp;
  /** Milliseconds after which `next` returns null. */
  waitMs: number;
}

interface InsertFilter {
  collections: readonly string[];
  /** Only rows that have this key. */
  having?: string;
  /** Keys of the rows that `next` returns. */
  keys?: readonly string[];
}

export interface Inserted {
  id: string;
  projectId: string;
  /** The cluster time of the insert. */
  at: Timestamp;
  /** The requested keys of the row. */
  row: Document;
}

/** A change stream of inserted rows of projects. */
export class Inserts {
  readonly #stream: ChangeStream;
  readonly #waitMs: number;

  constructor(
    system: SystemDb,
    { collections, having, keys = [] }: InsertFilter,
    { from, waitMs }: Following,
  ) {
    const has = having === undefined ? {} : { [`fullDocument.${having}`]: { $exists: true } };
    const rowKeys = Object.fromEntries(['project_id', ...keys].map((key) => [`fullDocument.${key}`, 1]));
    const stages = [
      { $match: { operationType: 'insert', 'ns.coll': { $in: [...collections] }, ...has } },
      { $project: { documentKey: 1, clusterTime: 1, ...rowKeys } },
    ];
    this.#waitMs = waitMs;
    this.#stream = databaseOf(system).watch(stages, { startAtOperationTime: from, maxAwaitTimeMS: waitMs });
  }

  /**
   * Returns the next inserted row, or null if there was none in time.
   * @throws the stream's error, or Error if the database doesn't respond or the stream has ended, for example because
   * the database was dropped. An ended stream would return null at once, so callers would loop without waiting.
   */
  async next(): Promise<Inserted | null> {
    const change = await resultWithin(this.#stream.tryNext(), this.#waitMs + graceMs);
    if (change === null && this.#stream.closed) throw new Error('the change stream has ended');
    if (change === null) return null;
    const insert = change as ChangeStreamInsertDocument<{ project_id: string }>; // the stages above guarantee it
    const { documentKey, fullDocument: row, clusterTime: at } = insert;
    if (at === undefined) throw new Error('the change stream returned no time');
    return { id: String(documentKey._id), projectId: row.project_id, at, row };
  }

  /** Waits at most `graceMs` for the database. */
  async close(): Promise<void> {
    await resultWithin(this.#stream.close(), graceMs);
  }
}

/** @throws Error if the work takes longer */
async function resultWithin<T>(work: Promise<T>, ms: number): Promise<T> {
  const result = await withTimeout<T | typeof timedOut>(work, ms, timedOut);
  if (result === timedOut) throw new Error(`the change stream was silent for ${ms} ms`);
  return result;
}

/** Returns the cluster time after every write that the database acknowledged so far. */
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
