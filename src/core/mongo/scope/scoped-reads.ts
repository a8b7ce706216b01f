import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AbstractCursor, ClientSession, Collection, Document, Filter, FindOptions } from 'mongodb';
import { asBytes, decoded, decodeRow } from '../query/decoded.ts';
import { boundedWithin } from '../query/key-bounds.ts';
import { readingIn } from '../transaction/snapshot.ts';
import type { RowView } from './collection.ts';
import { type GrantScope, mayStoreRow, grantFilter } from './grant-filter.ts';
import { stagesOf } from '../query/stages.ts';

/** A filter that can't contain the keys of its scope. */
export type Within<R> = Filter<R> & { project_id?: never; release_id?: never };

/** Database time for one read, in milliseconds (specification: answer-time). */
const readTimeMs = 2_000;
const boundedBytes = { ...asBytes, maxTimeMS: readTimeMs };

/** Receives a row and the bytes of its BSON; false ends the read. */
export type TakeRow<R> = (row: R, bytes: number) => boolean | Promise<boolean>;

/** Bytes of rows after which the event loop runs. Decoding them takes 4 ms if their values are small. */
const yieldBytes = 256 * 1024;

/** The rows of a collection that a handle can see. */
export interface VisibleRows {
  /** The keys of every row in the scope. */
  keys: Readonly<Record<string, string>>;
  /** A further condition for all reads; null for none. */
  condition: Document | null;
  /** What reads return in place of stored rows, such as drafts; null for the rows themselves. */
  view: RowView | null;
  /** Limits the rows for a narrowed caller; null for all. */
  grant: GrantScope | null;
}

/** The reads of one collection inside one scope. */
export class ScopedReads<R extends object> {
  protected readonly collection: Collection<R>;
  protected readonly keys: Readonly<Record<string, string>>;
  protected readonly session: { session?: ClientSession };
  readonly #view: RowView | null;
  readonly #grant: GrantScope | null;
  /** The conditions of all reads in addition to the keys: the filter of `#grant`, and a condition of the handle. */
  readonly #conditions: readonly Document[];

  constructor(
    collection: Collection<R>,
    { keys, condition, view, grant }: VisibleRows,
    session: ClientSession | null,
  ) {
    this.collection = collection;
    this.keys = keys;
    this.#view = view;
    this.#grant = grant;
    const granted = grant === null ? null : grantFilter(grant);
    this.#conditions = [granted, condition].filter((one) => one !== null);
    this.session = session === null ? {} : { session };
  }

  async findOne(filter: Within<R>, options: FindOptions = {}): Promise<R | null> {
    if (this.#view !== null) return (await this.find(filter, { ...options, limit: 1 }))[0] ?? null;
    const row: unknown = await this.collection.findOne(this.within(filter), this.#readOptions(options));
    return row === null ? null : decodeRow<R>(row, options);
  }

  async find(filter: Within<R>, options: FindOptions = {}): Promise<R[]> {
    if (this.#view !== null)
      return this.#aggregate<R>(this.#viewStages(this.#view, filter, options), {}).toArray();
    return this.#find(filter, options).toArray();
  }

  /** Reads all matching rows; for rows that may have megabytes in total. */
  async findLarge(filter: Within<R>, options: FindOptions): Promise<R[]> {
    const rows: R[] = [];
    await this.findWhile(filter, options, (row) => rows.push(row) > 0);
    return rows;
  }

  /** Reads rows as long as `takes` returns true; the event loop runs in between. Returns whether all rows were taken. */
  async findWhile(filter: Within<R>, options: FindOptions, takes: TakeRow<R>): Promise<boolean> {
    const cursor =
      this.#view === null
        ? this.#findBytes(filter, options)
        : this.#aggregateBytes(this.#viewStages(this.#view, filter, options), {});
    return takeWhile(cursor, takes);
  }

  /** Aggregates rows like `findWhile`, in batches of `batchSize`. */
  async aggregateWhile<T extends Document>(
    filter: Within<R>,
    { stages, batchSize }: { stages: readonly Document[]; batchSize: number },
    takes: TakeRow<T>,
  ): Promise<boolean> {
    return takeWhile(this.#aggregateBytes([...this.#visibleStages(filter), ...stages], { batchSize }), takes);
  }

  /** Streams all matching rows without a time limit. */
  stream(filter: Within<R>, options: FindOptions = {}): AsyncIterable<R> {
    return this.#find(filter, { ...options, maxTimeMS: 0, allowDiskUse: true, batchSize: 500 });
  }

  /** Counts at most `limit` rows. */
  async count(filter: Within<R>, limit: number, options: FindOptions = {}): Promise<number> {
    const stages = [{ $limit: limit }, { $count: 'n' }];
    const [result] = await this.aggregate<{ n: number }>(filter, stages, options);
    return result?.n ?? 0;
  }

  /** Counts the rows of each filter up to `cap`, in one command. */
  async countEach(filters: readonly Within<R>[], cap?: number): Promise<number[]> {
    const [first, ...others] = filters.map((filter, at) => [
      ...this.#visibleStages(filter),
      ...(cap === undefined ? [] : [{ $limit: cap }]),
      { $count: 'count' },
      { $set: { at } },
    ]);
    if (first === undefined) return [];
    const coll = this.collection.collectionName;
    const pipeline = [...first, ...others.map((stages) => ({ $unionWith: { coll, pipeline: stages } }))];
    const counts = await this.#aggregate<{ at: number; count: number }>(pipeline, {}).toArray();
    return filters.map((_, at) => counts.find((row) => row.at === at)?.count ?? 0);
  }

  async aggregate<T extends Document>(
    filter: Within<R>,
    stages: readonly Document[],
    options: FindOptions = {},
  ): Promise<T[]> {
    return this.#aggregate<T>([...this.#visibleStages(filter), ...stages], options).toArray();
  }

  protected within(filter: Within<R>): Filter<R> {
    return { $and: [this.keys, ...this.#conditions, filter] } as unknown as Filter<R>; // R does not contain the scope's keys
  }

  /** Routes check grants before they write, so a violation is a bug. @throws Error if the caller can't see the row */
  protected checkGranted(row: object): void {
    if (this.#grant === null || mayStoreRow(this.#grant, row)) return;
    throw new Error(`a narrowed caller cannot store this in ${this.collection.collectionName}`);
  }

  #find(filter: Within<R>, options: FindOptions): AbstractCursor<R> {
    return decoded(this.#findBytes(filter, options));
  }

  #findBytes(filter: Within<R>, options: FindOptions): AbstractCursor<never> {
    return this.collection.find<never>(this.within(filter), this.#readOptions(options));
  }

  #aggregate<T extends Document>(pipeline: Document[], options: FindOptions): AbstractCursor<T> {
    return decoded(this.#aggregateBytes(pipeline, options));
  }

  #aggregateBytes(pipeline: Document[], options: FindOptions): AbstractCursor<never> {
    return this.collection.aggregate<never>(pipeline, this.#readOptions(options));
  }

  /** Returns the stages that select matching rows and apply the view. */
  #visibleStages(filter: Within<R>): Document[] {
    if (this.#view === null) return [{ $match: this.within(filter) }];
    return this.#throughView(this.#view, filter, []);
  }

  /** The stages of a read through a view. */
  #viewStages(view: RowView, filter: Within<R>, options: FindOptions): Document[] {
    const { skip = 0, limit, ...rest } = options;
    // Each part of a view needs no more rows than the page and those before it.
    const first = stagesOf({ ...(rest.sort && { sort: rest.sort }), ...(limit && { limit: skip + limit }) });
    if (view.applies !== undefined) return [...this.#throughView(view, filter, first), ...stagesOf(options)];
    const { sort } = options;
    const computed = new Set(view.stages.flatMap(({ $set = {} }) => Object.keys($set as object)));
    const sortKeys = Object.keys((sort ?? {}) as object).map((path) => path.split('.')[0] ?? '');
    if (sort === undefined || sortKeys.some((key) => computed.has(key)))
      return [...this.#visibleStages(filter), ...stagesOf(options)];
    // The view computes no sort key, so sorting first lets an index sort.
    const { sort: _sort, ...unsorted } = options;
    return [
      { $match: this.#scope },
      { $sort: sort },
      ...view.stages,
      { $match: filter },
      ...stagesOf(unsorted),
    ];
  }

  /** Rows that the view doesn't change are found by their indexes, and the few others after they are transformed. */
  #throughView(
    { stages, applies, otherStages }: RowView,
    filter: Within<R>,
    each: readonly Document[],
  ): Document[] {
    if (applies === undefined) return [{ $match: this.#scope }, ...stages, { $match: filter }, ...each];
    const others =
      otherStages === undefined
        ? [{ $match: { $and: [this.#scope, applies.notTo, filter] } }]
        : [{ $match: { $and: [this.#scope, applies.notTo] } }, ...otherStages, { $match: filter }];
    const transformedRows = [
      { $match: { $and: [this.#scope, applies.to] } },
      ...stages,
      { $match: filter },
      ...each,
    ];
    const coll = this.collection.collectionName;
    return [...others, ...each, { $unionWith: { coll, pipeline: transformedRows } }];
  }

  get #scope(): Document {
    return this.#conditions.length === 0 ? this.keys : { $and: [this.keys, ...this.#conditions] };
  }

  #readOptions(options: FindOptions): FindOptions {
    // In a transaction its own time limit applies.
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
    const isTaken = takes(decodeRow<T>(row), row.length);
    if (!(typeof isTaken === 'boolean' ? isTaken : await isTaken)) return false;
  }
  return true;
}
