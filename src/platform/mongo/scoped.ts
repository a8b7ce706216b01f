import type {
  AbstractCursor,
  ClientSession,
  Collection,
  Document,
  Filter,
  FindOneAndUpdateOptions,
  FindOptions,
  OptionalUnlessRequiredId,
  UpdateFilter,
  WithId,
} from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import { databaseOf } from './database.ts';
import { asBytes, decoded, decodeRow } from './decoded.ts';
import { ProjectDb, ReleaseDb } from './handle.ts';
import { boundedWithin } from './key-bounds.ts';
import { noteDate } from './next-change.ts';
import { readingIn } from './snapshot.ts';
import { stagesOf } from './stages.ts';

/** A filter that cannot name its own scope. */
export type Within<R> = Filter<R> & { project_id?: never; release_id?: never };

/** Database time for one read, in milliseconds (specification: answer-time). */
const readTimeMs = 2_000;
const boundedBytes = { ...asBytes, maxTimeMS: readTimeMs };

/** Opens a collection through a handle; every operation on the result carries the handle's scope and session. */
export function rows<R extends object, H extends ProjectDb>(
  handle: NoInfer<H>,
  spec: CollectionSpec<R, H>,
): ScopedCollection<R> {
  const keys = spec.scope === 'release' && handle instanceof ReleaseDb ? handle.releaseKeys : handle.keys;
  if (spec.scope === 'system') throw new Error(`${spec.name} has no scope; open it with allRows`);
  handle.reads?.note(spec);
  const view = handle.readsDrafts ? (spec.drafts ?? null) : null;
  const collection = databaseOf(handle.system).collection<R>(spec.name);
  return new ScopedCollection(collection, { keys, view }, handle.session);
}

/** The operations of one collection inside one scope. */
export class ScopedCollection<R extends object> {
  readonly #collection: Collection<R>;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #session: { session?: ClientSession };
  /** Stages through which rows are seen; null sees them as they are stored. */
  readonly #view: readonly Document[] | null;

  constructor(
    collection: Collection<R>,
    { keys, view }: { keys: Readonly<Record<string, string>>; view: readonly Document[] | null },
    session: ClientSession | null,
  ) {
    this.#collection = collection;
    this.#keys = keys;
    this.#view = view;
    this.#session = session === null ? {} : { session };
  }

  async findOne(filter: Within<R>, options: FindOptions = {}): Promise<R | null> {
    if (this.#view !== null) return (await this.find(filter, { ...options, limit: 1 }))[0] ?? null;
    const found: unknown = await this.#collection.findOne(this.#within(filter), this.#reading(options));
    return found === null ? null : decodeRow<R>(found, options);
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
        ? this.#find(filter, options)
        : this.#aggregate<R>([...this.#seen(filter), ...stagesOf(options)], {});
    for await (const row of cursor) if (!(await takes(row))) return false;
    return true;
  }

  /** The same with stages, of so many rows at a time. */
  async aggregateWhile<T extends Document>(
    filter: Within<R>,
    { stages, batchSize }: { stages: readonly Document[]; batchSize: number },
    takes: (row: T) => Promise<boolean>,
  ): Promise<boolean> {
    const cursor = this.#aggregate<T>([...this.#seen(filter), ...stages], { batchSize });
    for await (const row of cursor) if (!(await takes(row))) return false;
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
    const coll = this.#collection.collectionName;
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

  async insertOne(record: R): Promise<void> {
    noteDate(this.#session.session, record);
    await this.#collection.insertOne(this.#scoped(record), this.#session);
  }

  async insertMany(records: readonly R[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) noteDate(this.#session.session, record);
    await this.#collection.insertMany(
      records.map((record) => this.#scoped(record)),
      { ...this.#session, ordered: true },
    );
  }

  /** Stores rows in one command, each in the place of the one with its id. Not for rows with dates to come. */
  async putMany(records: readonly (R & { _id: string })[]): Promise<void> {
    if (records.length === 0) return;
    const operations = records.map((record) => ({
      replaceOne: {
        filter: this.#within({ _id: record._id } as unknown as Within<R>), // every row has an _id
        replacement: this.#scoped(record) as R,
        upsert: true,
      },
    }));
    await this.#collection.bulkWrite(operations, { ...this.#session, ordered: false });
  }

  /** Replaces the one row that the filter finds; answers whether there was one. */
  async replaceOne(filter: Within<R>, record: R): Promise<boolean> {
    noteDate(this.#session.session, record);
    const result = await this.#collection.replaceOne(
      this.#within(filter),
      this.#scoped(record),
      this.#session,
    );
    return result.matchedCount === 1;
  }

  /** Replaces rows by their `_id`, in one command. */
  async replaceMany(records: readonly (R & { _id: string })[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) noteDate(this.#session.session, record);
    const replacements = records.map((record) => ({
      replaceOne: {
        filter: this.#within({ _id: record._id } as unknown as Within<R>), // every R has one
        replacement: this.#scoped(record) as R,
      },
    }));
    await this.#collection.bulkWrite(replacements, { ...this.#session, ordered: false });
  }

  /** Answers whether a row matched. */
  async updateOne(filter: Within<R>, update: UpdateFilter<R>, upsert = false): Promise<boolean> {
    noteDate(this.#session.session, update.$set);
    const options = { ...this.#session, upsert };
    const result = await this.#collection.updateOne(this.#within(filter), update, options);
    return result.matchedCount + result.upsertedCount === 1;
  }

  async updateMany(filter: Within<R>, update: UpdateFilter<R> | Document[]): Promise<number> {
    const result = await this.#collection.updateMany(this.#within(filter), update, this.#session);
    return result.modifiedCount;
  }

  async findOneAndUpdate(
    filter: Within<R>,
    update: UpdateFilter<R> | Document[],
    options: FindOneAndUpdateOptions = {},
  ): Promise<R | null> {
    if (!Array.isArray(update)) noteDate(this.#session.session, update.$set);
    const found: WithId<R> | null = await this.#collection.findOneAndUpdate(this.#within(filter), update, {
      returnDocument: 'after',
      ...options,
      ...this.#session,
    });
    return found as R | null;
  }

  async deleteOne(filter: Within<R>): Promise<boolean> {
    const result = await this.#collection.deleteOne(this.#within(filter), this.#session);
    return result.deletedCount === 1;
  }

  async deleteMany(filter: Within<R>): Promise<number> {
    return (await this.#collection.deleteMany(this.#within(filter), this.#session)).deletedCount;
  }

  #find(filter: Within<R>, options: FindOptions): AbstractCursor<R> {
    return decoded(this.#collection.find<never>(this.#within(filter), this.#reading(options)));
  }

  #aggregate<T extends Document>(pipeline: Document[], options: FindOptions): AbstractCursor<T> {
    return decoded(this.#collection.aggregate<never>(pipeline, this.#reading(options)));
  }

  #within(filter: Within<R>): Filter<R> {
    return { $and: [this.#keys, filter] } as unknown as Filter<R>; // the scope's keys are no part of R
  }

  /** The rows of the scope that the filter finds, as this handle sees them. */
  #seen(filter: Within<R>): Document[] {
    if (this.#view === null) return [{ $match: this.#within(filter) }];
    return [{ $match: this.#keys }, ...this.#view, { $match: filter }];
  }

  #scoped(record: R): OptionalUnlessRequiredId<R> {
    return { ...record, ...this.#keys } as unknown as OptionalUnlessRequiredId<R>; // as above
  }

  #reading(options: FindOptions): FindOptions {
    // Inside a transaction the transaction's own bound holds.
    const bound = this.#session.session?.inTransaction() === true ? asBytes : boundedBytes;
    return { ...bound, ...boundedWithin(options, this.#keys), ...readingIn(this.#session.session) };
  }
}
