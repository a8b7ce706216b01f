import { slugFamily } from '../../contract/text/slugs.ts';
import type { CollectionSpec, ProjectDb, Within } from '../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../core/mongo/scope/scoped.ts';
import type { TermRecord } from './schema.ts';

/** A collection of terms, with any further fields. */
export type TermCollection<R extends TermRecord> = CollectionSpec<R, ProjectDb>;

/** Indexes of every such collection: by slug (unique) and by name. */
export const termIndexes = [
  { key: { project_id: 1, slug: 1 }, unique: true },
  { key: { project_id: 1, sort_name: 1, _id: 1 } },
];

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
  const filter = slugOrId.includes('_') ? { _id: slugOrId } : { slug: slugOrId };
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
): Promise<Set<string>> {
  const records = await openTerms(db, collection).find(
    { slug: { $in: slugFamily(base) } },
    { projection: { slug: 1 } },
  );
  return new Set(records.map((record) => record.slug));
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
