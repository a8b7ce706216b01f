import type {
  FindOneAndUpdateOptions,
  Document,
  OptionalUnlessRequiredId,
  UpdateFilter,
  WithId,
} from 'mongodb';
import type { CollectionSpec, RowView } from './collection.ts';
import { databaseOf } from '../connection/database.ts';
import { ProjectDb, ReleaseDb } from './handle.ts';
import { noteDate } from '../query/next-change.ts';
import { ScopedReads, type Within } from './scoped-reads.ts';
import type { GrantScope } from './grant-filter.ts';
import { noteWrite } from '../transaction/write-guard.ts';

/** Opens a collection; every operation is limited to the handle's scope and runs in its session. */
export function rows<R extends object, H extends ProjectDb>(
  handle: NoInfer<H>,
  spec: CollectionSpec<R, H>,
): ScopedCollection<R> {
  const scopeKeys =
    spec.scope === 'release' && handle instanceof ReleaseDb ? handle.releaseKeys : handle.keys;
  const { locale } = handle;
  const localeRows = handle.readsLocaleRows ? spec.localeRows : undefined;
  const isOfLocale = locale !== null && localeRows !== undefined;
  const keys =
    isOfLocale && locale.rows === undefined ? { ...scopeKeys, locale: locale.chain[0] } : scopeKeys;
  const condition = isOfLocale ? (locale.rows ?? null) : null;
  if (spec.scope === 'system') throw new Error(`${spec.name} has no scope; open it with unscopedRows`);
  handle.reads?.note(spec);
  const view = viewOf(handle, spec);
  const grant = grantScopeOf(handle, spec);
  const collection = databaseOf(handle.system).collection<R>(localeRows ?? spec.name);
  return new ScopedCollection(collection, { keys, condition, view, grant }, handle.session);
}

/** What previews and reads of own values read in place of stored rows; null for the rows themselves. */
function viewOf(
  handle: ProjectDb,
  spec: Pick<CollectionSpec<object>, 'views' | 'ownValues'>,
): RowView | null {
  const view = previewOf(handle, spec);
  const readsOwn = handle.readsLocaleRows && handle.locale?.mode === 'none';
  if (!readsOwn || spec.ownValues === undefined) return view;
  if (view?.applies !== undefined) return { ...view, otherStages: spec.ownValues };
  return { stages: [...(view?.stages ?? []), ...spec.ownValues] };
}

function previewOf(
  { readsDrafts, draftOf, asOf }: ProjectDb,
  { views }: Pick<CollectionSpec<object>, 'views'>,
): RowView | null {
  if (views === undefined) return null;
  if (asOf !== null) return views.asOf(asOf);
  return readsDrafts ? { stages: draftStages(views.drafts, draftOf) } : null;
}

/** The stages that show drafts: of all rows, or of the one with an id. */
function draftStages(drafts: readonly Document[], draftOf: string | null): readonly Document[] {
  if (draftOf === null) return drafts;
  const isItem = { $eq: [{ $ifNull: ['$id', '$_id'] }, draftOf] };
  return drafts.map(({ $set }) => ({
    $set: Object.fromEntries(
      Object.entries($set as Document).map(([key, draft]) => [key, { $cond: [isItem, draft, `$${key}`] }]),
    ),
  }));
}

function grantScopeOf(
  handle: ProjectDb,
  { granted: parts, scope }: Pick<CollectionSpec<object>, 'granted' | 'scope'>,
): GrantScope | null {
  const { narrowing } = handle;
  if (narrowing === null || parts === undefined) return null;
  const releaseId = scope === 'release' && handle instanceof ReleaseDb ? handle.releaseId : null;
  return { parts, narrowing, releaseId };
}

export class ScopedCollection<R extends object> extends ScopedReads<R> {
  async insertOne(record: R): Promise<void> {
    noteDate(this.session.session, record);
    await this.collection.insertOne(this.#scoped(record), this.session);
    this.#noteWrite(1);
  }

  async insertMany(records: readonly R[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) noteDate(this.session.session, record);
    await this.collection.insertMany(
      records.map((record) => this.#scoped(record)),
      { ...this.session, ordered: true },
    );
    this.#noteWrite(records.length);
  }

  /** Inserts or replaces rows by `_id`, in one command. */
  async putMany(records: readonly (R & { _id: string })[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) noteDate(this.session.session, record);
    const operations = records.map((record) => ({
      replaceOne: {
        filter: this.within({ _id: record._id } as unknown as Within<R>), // every row has an _id
        replacement: this.#scoped(record) as R,
        upsert: true,
      },
    }));
    await this.collection.bulkWrite(operations, { ...this.session, ordered: false });
    this.#noteWrite(records.length);
  }

  /** Replaces one matching row. Returns whether there was one. */
  async replaceOne(filter: Within<R>, record: R): Promise<boolean> {
    noteDate(this.session.session, record);
    const result = await this.collection.replaceOne(this.within(filter), this.#scoped(record), this.session);
    this.#noteWrite(result.matchedCount);
    return result.matchedCount === 1;
  }

  /** Replaces rows by their `_id`, in one command. */
  async replaceMany(records: readonly (R & { _id: string })[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) noteDate(this.session.session, record);
    const replacements = records.map((record) => ({
      replaceOne: {
        filter: this.within({ _id: record._id } as unknown as Within<R>), // every row has an _id
        replacement: this.#scoped(record) as R,
      },
    }));
    await this.collection.bulkWrite(replacements, { ...this.session, ordered: false });
    this.#noteWrite(records.length);
  }

  /** Returns whether a row matched. */
  async updateOne(filter: Within<R>, update: UpdateFilter<R>, upsert = false): Promise<boolean> {
    noteDate(this.session.session, update.$set);
    const options = { ...this.session, upsert };
    const result = await this.collection.updateOne(this.within(filter), update, options);
    this.#noteWrite(result.modifiedCount + result.upsertedCount);
    return result.matchedCount + result.upsertedCount === 1;
  }

  async updateMany(filter: Within<R>, update: UpdateFilter<R> | Document[]): Promise<number> {
    const result = await this.collection.updateMany(this.within(filter), update, this.session);
    this.#noteWrite(result.modifiedCount);
    return result.modifiedCount;
  }

  async findOneAndUpdate(
    filter: Within<R>,
    update: UpdateFilter<R> | Document[],
    options: FindOneAndUpdateOptions = {},
  ): Promise<R | null> {
    if (!Array.isArray(update)) noteDate(this.session.session, update.$set);
    const row: WithId<R> | null = await this.collection.findOneAndUpdate(this.within(filter), update, {
      returnDocument: 'after',
      ...options,
      ...this.session,
    });
    this.#noteWrite(row === null ? 0 : 1);
    return row as R | null;
  }

  async deleteOne(filter: Within<R>): Promise<boolean> {
    const result = await this.collection.deleteOne(this.within(filter), this.session);
    this.#noteWrite(result.deletedCount);
    return result.deletedCount === 1;
  }

  async deleteMany(filter: Within<R>): Promise<number> {
    const { deletedCount } = await this.collection.deleteMany(this.within(filter), this.session);
    this.#noteWrite(deletedCount);
    return deletedCount;
  }

  #noteWrite(rows: number): void {
    noteWrite(this.session.session, rows);
  }

  #scoped(record: R): OptionalUnlessRequiredId<R> {
    this.checkGranted(record);
    return { ...record, ...this.keys } as unknown as OptionalUnlessRequiredId<R>; // the keys complete the row
  }
}
