import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AbstractCursor, ClientSession, Collection, Document, Filter, FindOptions } from 'mongodb';
import { asBytes, decoded, decodeRow } from '../query/decoded.ts';
import { boundedWithin } from '../query/key-bounds.ts';
import { readingIn } from '../transaction/snapshot.ts';
import { type Fence, mayStoreRow, grantFilter } from './grant-filter.ts';
import { stagesOf } from '../query/stages.ts';

/** A filter that cannot name its own scope. */
export type Within<R> = Filter<R> & { project_id?: never; release_id?: never };

/** Database time for one read, in milliseconds (specification: answer-time). */
const readTimeMs = 2_000;
const boundedBytes = { ...asBytes, maxTimeMS: readTimeMs };

/** Receives a row and the bytes of its BSON; false ends the read. */
export type TakeRow<R> = (row: R, bytes: number) => boolean | Promise<boolean>;

/** Bytes of rows after which the event loop runs. Decoding them takes 4 ms if their values are small. */
const yieldBytes = 256 * 1024;

/** What of a collection a handle sees. */
export interface Sight {
  /** The keys that every row of the scope has. */
  keys: Readonly<Record<string, string>>;
  /** Stages through which rows are seen; null sees them as they are stored. */
  view: readonly Document[] | null;
  /** Which rows a narrowed caller meets; null for all. */
  fence: Fence | null;
}

/** The reads of one collection inside one scope. */
export class ScopedReads<R extends object> {
  protected readonly collection: Collection<R>;
  protected readonly keys: Readonly<Record<string, string>>;
  protected readonly session: { session?: ClientSession };
  readonly #view: readonly Document[] | null;
  readonly #fence: Fence | null;
  /** The condition that the fence makes; null where it leaves no row out. */
  readonly #sieve: Document | null;

  constructor(collection: Collection<R>, { keys, view, fence }: Sight, session: ClientSession | null) {
    this.collection = collection;
    this.keys = keys;
    this.#view = view;
    this.#fence = fence;
    this.#sieve = fence === null ? null : grantFilter(fence);
    this.session = session === null ? {} : { session };
  }

  async findOne(filter: Within<R>, options: FindOptions = {}): Promise<R | null> {
    if (this.#view !== null) return (await this.find(filter, { ...options, limit: 1 }))[0] ?? null;
    const found: unknown = await this.collection.findOne(this.within(filter), this.#reading(options));
    return found === null ? null : decodeRow<R>(found, options);
  }

  async find(filter: Within<R>, options: FindOptions = {}): Promise<R[]> {
    if (this.#view !== null) return this.aggregate(filter, stagesOf(options));
    return this.#find(filter, options).toArray();
  }

  /** Reads all rows that the filter finds; for rows that can be megabytes together. */
  async findLarge(filter: Within<R>, options: FindOptions): Promise<R[]> {
    const found: R[] = [];
    await this.findWhile(filter, options, (row) => found.push(row) > 0);
    return found;
  }

  /** Reads rows as long as `takes` returns true; the event loop runs in between. Returns whether all rows were taken. */
  async findWhile(filter: Within<R>, options: FindOptions, takes: TakeRow<R>): Promise<boolean> {
    const cursor =
      this.#view === null
        ? this.#findBytes(filter, options)
        : this.#aggregateBytes([...this.#seen(filter), ...stagesOf(options)], {});
    return takeWhile(cursor, takes);
  }

  /** Reads rows like `findWhile` through stages; `batchSize` rows come from the database at once. */
  async aggregateWhile<T extends Document>(
    filter: Within<R>,
    { stages, batchSize }: { stages: readonly Document[]; batchSize: number },
    takes: TakeRow<T>,
  ): Promise<boolean> {
    return takeWhile(this.#aggregateBytes([...this.#seen(filter), ...stages], { batchSize }), takes);
  }

  /** All rows that the filter finds, one after another, however many there are; bounded by no time. */
  stream(filter: Within<R>, options: FindOptions = {}): AsyncIterable<R> {
    return this.#find(filter, { ...options, maxTimeMS: 0, allowDiskUse: true, batchSize: 500 });
  }

  /** At most `limit` rows are counted. */
  async count(filter: Within<R>, limit: number, options: FindOptions = {}): Promise<number> {
    const stages = [{ $limit: limit }, { $count: 'n' }];
    const [counted] = await this.aggregate<{ n: number }>(filter, stages, options);
    return counted?.n ?? 0;
  }

  /** How many rows each of the filters finds, in one command, each up to `cap`; where an index covers a filter only keys are read. */
  async countEach(filters: readonly Within<R>[], cap?: number): Promise<number[]> {
    const [first, ...others] = filters.map((filter, at) => [
      ...this.#seen(filter),
      ...(cap === undefined ? [] : [{ $limit: cap }]),
      { $count: 'count' },
      { $set: { at } },
    ]);
    if (first === undefined) return [];
    const coll = this.collection.collectionName;
    const pipeline = [...first, ...others.map((stages) => ({ $unionWith: { coll, pipeline: stages } }))];
    const found = await this.#aggregate<{ at: number; count: number }>(pipeline, {}).toArray();
    return filters.map((_, at) => found.find((row) => row.at === at)?.count ?? 0);
  }

  async aggregate<T extends Document>(
    filter: Within<R>,
    stages: readonly Document[],
    options: FindOptions = {},
  ): Promise<T[]> {
    return this.#aggregate<T>([...this.#seen(filter), ...stages], options).toArray();
  }

  protected within(filter: Within<R>): Filter<R> {
    const sieve = this.#sieve === null ? [] : [this.#sieve];
    return { $and: [this.keys, ...sieve, filter] } as unknown as Filter<R>; // the scope's keys are no part of R
  }

  /** No route stores what its caller may not read: the first fence refused that. @throws Error where one would */
  protected checkGranted(row: object): void {
    if (this.#fence === null || mayStoreRow(this.#fence, row)) return;
    throw new Error(`a narrowed caller cannot store this in ${this.collection.collectionName}`);
  }

  #find(filter: Within<R>, options: FindOptions): AbstractCursor<R> {
    return decoded(this.#findBytes(filter, options));
  }

  #findBytes(filter: Within<R>, options: FindOptions): AbstractCursor<never> {
    return this.collection.find<never>(this.within(filter), this.#reading(options));
  }

  #aggregate<T extends Document>(pipeline: Document[], options: FindOptions): AbstractCursor<T> {
    return decoded(this.#aggregateBytes(pipeline, options));
  }

  #aggregateBytes(pipeline: Document[], options: FindOptions): AbstractCursor<never> {
    return this.collection.aggregate<never>(pipeline, this.#reading(options));
  }

  /** The rows of the scope that the filter finds, as this handle sees them. */
  #seen(filter: Within<R>): Document[] {
    if (this.#view === null) return [{ $match: this.within(filter) }];
    const scope = this.#sieve === null ? this.keys : { $and: [this.keys, this.#sieve] };
    return [{ $match: scope }, ...this.#view, { $match: filter }];
  }

  #reading(options: FindOptions): FindOptions {
    // Inside a transaction the transaction's own bound holds.
    const bound = this.session.session?.inTransaction() === true ? asBytes : boundedBytes;
    return { ...bound, ...boundedWithin(options, this.keys), ...readingIn(this.session.session) };
  }
}

async function takeWhile<T extends Document>(
  cursor: AbstractCursor<never>,
  takes: TakeRow<T>,
): Promise<boolean> {
  let unyieldedBytes = 0;
  for await (const row of cursor as AbstractCursor<Uint8Array>) {
    unyieldedBytes += row.length;
    if (unyieldedBytes > yieldBytes) {
      await nextTurn();
      unyieldedBytes = row.length;
    }
    const taking = takes(decodeRow<T>(row), row.length);
    if (!(typeof taking === 'boolean' ? taking : await taking)) return false;
  }
  return true;
}
