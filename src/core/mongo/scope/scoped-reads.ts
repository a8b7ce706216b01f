import type { AbstractCursor, ClientSession, Collection, Document, Filter, FindOptions } from 'mongodb';
import { asBytes, decoded, decodeRowInTurns } from '../query/decoded.ts';
import { boundedWithin } from '../query/key-bounds.ts';
import { readingIn } from '../transaction/snapshot.ts';
import { type Fence, mayStoreRow, grantFilter } from './grant-filter.ts';
import { stagesOf } from '../query/stages.ts';

/** A filter that cannot name its own scope. */
export type Within<R> = Filter<R> & { project_id?: never; release_id?: never };

/** Database time for one read, in milliseconds (specification: answer-time). */
const readTimeMs = 2_000;
const boundedBytes = { ...asBytes, maxTimeMS: readTimeMs };

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
    return found === null ? null : decodeRowInTurns<R>(found, options);
  }

  async find(filter: Within<R>, options: FindOptions = {}): Promise<R[]> {
    if (this.#view !== null) return this.aggregate(filter, stagesOf(options));
    return this.#find(filter, options).toArray();
  }

  /**
   * Reads rows one after another as long as `takes` says so; others go on meanwhile where that takes long. Answers
   * whether all that were asked for were taken.
   */
  async findWhile(
    filter: Within<R>,
    options: FindOptions,
    takes: (row: R) => Promise<boolean>,
  ): Promise<boolean> {
    const cursor =
      this.#view === null
        ? this.#findBytes(filter, options)
        : this.#aggregateBytes([...this.#seen(filter), ...stagesOf(options)], {});
    for await (const row of cursor) if (!(await takes(await decodeRowInTurns<R>(row)))) return false;
    return true;
  }

  /** The same with stages, of so many rows at a time. */
  async aggregateWhile<T extends Document>(
    filter: Within<R>,
    { stages, batchSize }: { stages: readonly Document[]; batchSize: number },
    takes: (row: T) => Promise<boolean>,
  ): Promise<boolean> {
    const cursor = this.#aggregateBytes([...this.#seen(filter), ...stages], { batchSize });
    for await (const row of cursor) if (!(await takes(await decodeRowInTurns<T>(row)))) return false;
    return true;
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
