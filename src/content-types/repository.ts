import { releaseCollection } from '../platform/mongo/collection.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import type { TypeRecord } from './schema.ts';

export const contentTypes = releaseCollection<TypeRecord>('content_types', [
  { key: { project_id: 1, release_id: 1, slug: 1 }, unique: true },
]);

/** All types of the release, in the order of their making. */
export function findTypes(db: ReleaseDb): Promise<TypeRecord[]> {
  return rows(db, contentTypes).find({}, { sort: { created_at: 1, slug: 1 } });
}

export function insertType(db: ReleaseDb, record: TypeRecord): Promise<void> {
  return rows(db, contentTypes).insertOne(record);
}

export async function replaceType(db: ReleaseDb, record: TypeRecord): Promise<void> {
  await rows(db, contentTypes).replaceOne({ slug: record.slug }, record);
}

/** Forgets that fields were being removed, once their values are gone. */
export async function forgetRemoved(db: ReleaseDb, slug: string, keys: readonly string[]): Promise<void> {
  await rows(db, contentTypes).updateOne(
    { slug },
    {
      $pull: { removed: { key: { $in: [...keys] } } },
    },
  );
}
