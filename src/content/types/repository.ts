import type { Collection } from 'mongodb';
import {
  type CollectionSpec,
  grantedBy,
  namedBy,
  ofModules,
  releaseCollection,
  type ReleaseDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { TypeRecord, Unsettled } from './schema.ts';

/** Indexes definitions with removed fields that are restorable until a date. */
export const keptUntilIndex = {
  key: { 'removed.kept_until': 1 },
  name: 'kept_until',
  partialFilterExpression: { 'removed.kept_until': { $exists: true } },
} as const;

export const contentTypes = namedBy(
  grantedBy(
    ofModules(
      releaseCollection<TypeRecord>('content_types', [
        { key: { project_id: 1, release_id: 1, slug: 1 }, unique: true },
        { key: { is_settled: 1 }, name: 'unsettled', partialFilterExpression: { is_settled: false } },
        keptUntilIndex,
      ]),
      'schema',
    ),
    { areas: ['content'], typeKey: 'slug' },
  ),
  'type:',
  'types',
  'content',
);

/**
 * Definitions that the settle job must process: entries differ from the definition, or restorable values have expired.
 */
export function unsettledAt(now: Date, except: readonly string[]) {
  const isDue = { 'removed.kept_until': { $exists: true, $lte: now } };
  return { $or: [{ is_settled: false }, isDue], _id: { $nin: [...except] } };
}

/** A row with the keys of its scope, for reads across projects. */
type OwnedType = TypeRecord & { project_id: string; release_id: string };

/** Maximum rows in one page of the settle job. */
const unsettledMax = 100;

/** All types of the release by creation date, without types that are being deleted. */
export function findTypes(db: ReleaseDb): Promise<TypeRecord[]> {
  const notDeleted = { deleted_at: { $exists: false } };
  return rows(db, contentTypes).findLarge(notDeleted, { sort: { created_at: 1, slug: 1 } });
}

/** Slugs and kinds of all types of the release by creation date, without their definitions, which can be megabytes. */
export function findKinds(db: ReleaseDb): Promise<Pick<TypeRecord, 'slug' | 'kind'>[]> {
  return rows(db, contentTypes).find(
    { deleted_at: { $exists: false } },
    { sort: { created_at: 1, slug: 1 }, projection: { slug: 1, kind: 1 } },
  );
}

/** The sizes of the other types of the release, from their rows. */
export function findSizes(
  db: ReleaseDb,
  except: string,
): Promise<Pick<TypeRecord, 'slug' | 'definition_bytes'>[]> {
  return rows(db, contentTypes).find(
    { slug: { $ne: except }, deleted_at: { $exists: false } },
    { projection: { slug: 1, definition_bytes: 1 } },
  );
}

/** Types of the release by slug. */
export function findTypesBySlug(db: ReleaseDb, slugs: readonly string[]): Promise<TypeRecord[]> {
  return rows(db, contentTypes).find({ slug: { $in: [...slugs] } });
}

export function findType(db: ReleaseDb, slug: string): Promise<TypeRecord | null> {
  return rows(db, contentTypes).findOne({ slug });
}

/** Marks types whose rows of further locales have to be derived again. `staleRows` is the number of the running write. */
export async function markStaleRows(
  db: ReleaseDb,
  slugs: readonly string[],
  staleRows: number,
): Promise<void> {
  const filter = { slug: { $in: [...slugs] }, deleted_at: { $exists: false } };
  await rows(db, contentTypes).updateMany(filter, { $set: { stale_rows: staleRows, is_settled: false } });
}

/** The slugs of types whose rows of further locales have to be derived again. */
export async function findStaleTypes(db: ReleaseDb): Promise<string[]> {
  const filter = { is_settled: false, stale_rows: { $exists: true } };
  return (await rows(db, contentTypes).find(filter, { projection: { slug: 1 } })).map(({ slug }) => slug);
}

/** Removes the row of a deleted type after its entries. */
export async function removeType(db: ReleaseDb, slug: string): Promise<void> {
  await rows(db, contentTypes).deleteOne({ slug, deleted_at: { $exists: true } });
}

export function insertType(db: ReleaseDb, record: TypeRecord): Promise<void> {
  return rows(db, contentTypes).insertOne(record);
}

export async function replaceType(db: ReleaseDb, record: TypeRecord): Promise<void> {
  await rows(db, contentTypes).replaceOne({ slug: record.slug }, record);
}

/** Types of all projects and releases, for the migration and the settle job. */
export function allTypes(system: SystemDb): Collection<OwnedType> {
  return unscopedRows(system, contentTypes as CollectionSpec<OwnedType>);
}

/** Types of all projects and releases that the settle job must process. */
export function findUnsettled(
  system: SystemDb,
  { now, except }: { now: Date; except: readonly string[] },
): Promise<Unsettled[]> {
  return allTypes(system)
    .find(unsettledAt(now, except), {
      projection: { project_id: 1, release_id: 1, slug: 1 },
      maxTimeMS: 2_000,
      limit: unsettledMax,
    })
    .toArray();
}
