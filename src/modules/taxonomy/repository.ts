import { slugFamily } from '../../contract/text/slugs.ts';
import type { TranslationListQuery, TranslationPosition } from '../../core/context/index.ts';
import type { CollectionSpec, ProjectDb, Within } from '../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../core/mongo/scope/scoped.ts';
import { countTranslationKeys, findTranslationPage } from '../../lifecycle/index.ts';
import type { TermRecord } from './schema.ts';

/** A collection of terms, with any further fields. */
export type TermCollection<R extends TermRecord> = CollectionSpec<R, ProjectDb>;

/** The index of slugs of further locales. The transaction of a write ensures that they are unique. */
export const localeSlugIndex = {
  key: { project_id: 1, locale_slugs: 1 },
  partialFilterExpression: { locale_slugs: { $exists: true } },
};

/** Indexes of every such collection: by slug (unique) and by name. */
export const termIndexes = [
  { key: { project_id: 1, slug: 1 }, unique: true },
  { key: { project_id: 1, sort_name: 1, _id: 1 } },
  localeSlugIndex,
  {
    key: { project_id: 1, 'translation.keys': 1, 'translation.at': -1, _id: -1 },
    name: 'translations',
    partialFilterExpression: { 'translation.keys': { $exists: true } },
  },
] as const;

/** Additional indexes that find the records with an image. */
export function imageIndexes(fields: readonly string[]) {
  return fields.map((field) => ({ key: { project_id: 1, [field]: 1, _id: 1 } }));
}

function openTerms<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
): ScopedCollection<TermRecord> {
  const common: TermCollection<TermRecord> = collection;
  return rows(db, common);
}

/** Finds a term by id or slug: ids contain an underscore, slugs don't. */
export async function findTerm<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  slugOrId: string,
): Promise<R | null> {
  const filter = slugOrId.includes('_')
    ? { _id: slugOrId }
    : { $or: [{ slug: slugOrId }, { locale_slugs: slugOrId }] };
  return (await openTerms(db, collection).findOne(filter)) as R | null;
}

export async function findTerms<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  ids: readonly string[],
): Promise<R[]> {
  return (await openTerms(db, collection).find({ _id: { $in: [...ids] } })) as R[];
}

/** Returns the used slugs that a slug made from `base` can't have. */
export async function takenSlugs<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  base: string,
  exceptId?: string,
): Promise<Set<string>> {
  const $in = slugFamily(base);
  const records = await openTerms(db, collection).find(
    { $or: [{ slug: { $in } }, { locale_slugs: { $in } }] },
    { projection: { slug: 1, locale_slugs: 1 } },
  );
  const others = records.filter(({ _id }) => _id !== exceptId);
  return new Set(others.flatMap(({ slug, locale_slugs: more = [] }) => [slug, ...more]));
}

export function insertTerm<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  record: R,
): Promise<void> {
  return openTerms(db, collection).insertOne(record);
}

/** @returns false if the record has changed since `before` was read */
export function replaceTerm<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { before, after }: { before: R; after: R },
): Promise<boolean> {
  return openTerms(db, collection).replaceOne({ _id: before._id, revision: before.revision }, after);
}

export function deleteTerm<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  id: string,
): Promise<boolean> {
  return openTerms(db, collection).deleteOne({ _id: id });
}

/** Returns a page by name; `after` is the position after which it begins. */
export async function listTerms<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { after, limit }: { after: { name: string; id: string } | null; limit: number },
): Promise<R[]> {
  const afterPosition =
    after === null
      ? {}
      : {
          sort_name: { $gte: after.name },
          $or: [{ sort_name: { $gt: after.name } }, { _id: { $gt: after.id } }],
        };
  return (await openTerms(db, collection).find(afterPosition, {
    sort: { sort_name: 1, _id: 1 },
    limit,
  })) as R[];
}

/** Returns a page by the names that the locales of the chain have, the first of them in front. */
export async function listTermsInLocale<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  {
    chain,
    after,
    limit,
  }: { chain: readonly string[]; after: { name: string; id: string } | null; limit: number },
): Promise<R[]> {
  const names = [...chain.slice(0, -1).map((id) => `$locales.${id}.sort_name`), '$sort_name'];
  const isAfter = (name: string, id: string) => ({
    $match: { $or: [{ served_name: { $gt: name } }, { served_name: name, _id: { $gt: id } }] },
  });
  return openTerms(db, collection).aggregate<R>({}, [
    { $set: { served_name: { $ifNull: names } } },
    ...(after === null ? [] : [isAfter(after.name, after.id)]),
    { $sort: { served_name: 1, _id: 1 } },
    { $limit: limit },
    { $unset: 'served_name' },
  ]);
}

/** Returns the next records after an id. */
export async function findTermsAfter<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { after, limit }: { after: string; limit: number },
): Promise<R[]> {
  return (await openTerms(db, collection).find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit })) as R[];
}

/** A page of the records with one of the translation keys. */
export async function findTermTranslations<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { keys, after, limit }: TranslationListQuery,
): Promise<{ items: R[]; next: TranslationPosition | null }> {
  const terms = openTerms(db, collection);
  const page = await findTranslationPage<'_id', TermRecord>(terms, '_id', { keys, after, limit });
  return { ...page, items: page.items as R[] };
}

/** Counts the records of each translation key, up to `max`. */
export function countTermTranslations<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  keys: readonly string[],
  max: number,
): Promise<number[]> {
  return countTranslationKeys(openTerms(db, collection), { keys, max });
}

/** Returns the records with the id in one of the fields, by id. */
export async function findTermsWith<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { fields, id, limit }: { fields: readonly string[]; id: string; limit: number },
): Promise<R[]> {
  return (await openTerms(db, collection).find(hasIdInFields(fields, id), {
    sort: { _id: 1 },
    limit,
  })) as R[];
}

/** Counts the records with the id in one of the fields, up to `cap`. */
export function countTermsWith<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { fields, id, cap }: { fields: readonly string[]; id: string; cap: number },
): Promise<number> {
  return openTerms(db, collection).count(hasIdInFields(fields, id), cap);
}

/**
 * Returns those of the ids that a record has in one of the fields, with one index read for each id and
 * field.
 */
export async function findReferencedIds<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  { fields, ids }: { fields: readonly string[]; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const filters = ids.map((id) => hasIdInFields(fields, id));
  const counts = await openTerms(db, collection).countEach(filters, 1);
  return new Set(ids.filter((_id, i) => counts[i] === 1));
}

function hasIdInFields(fields: readonly string[], id: string): Within<TermRecord> {
  return { $or: fields.map((field) => ({ [field]: id })) };
}

export function countTerms<R extends TermRecord>(
  db: ProjectDb,
  collection: TermCollection<R>,
  cap: number,
): Promise<number> {
  return openTerms(db, collection).count({}, cap);
}
