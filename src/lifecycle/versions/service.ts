import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { forgetCounts } from './counts.ts';
import { deleteVersionsOf, findVersion, findVersionAt, listVersions } from './repository.ts';
import type { Version, VersionRecord, VersionWithValues } from './schema.ts';

/** The item that an entry is: ids are the same in every release. */
export function entryItem(releaseId: string, entryId: string): string {
  return `${releaseId}/${entryId}`;
}

/** An item is gone for good, and its versions with it. */
export function dropVersions(db: ProjectDb, items: readonly string[]): Promise<void> {
  forgetCounts(db, items);
  return deleteVersionsOf(db, items);
}

/** The versions of an item, newest first. */
export async function versionsOf(db: ProjectDb, item: string): Promise<{ data: Version[] }> {
  return { data: (await listVersions(db, item, limits.versions_max)).map(serializeVersion) };
}

/** @throws unknown_version */
export async function readVersion(db: ProjectDb, item: string, id: string): Promise<VersionWithValues> {
  const found = await findVersion(db, item, id);
  if (found === null) throw apiError('unknown_version', {}, { param: 'versionId' });
  return { ...serializeVersion(found), values: found.values as Record<string, unknown> };
}

/** The draft of an item as it was at a revision; null when no version of it is kept. */
export async function draftAt(db: ProjectDb, item: string, revision: number): Promise<object | null> {
  return (await findVersionAt(db, item, revision))?.values ?? null;
}

function serializeVersion(record: VersionRecord): Version {
  const { id, author, revision, published, first_saved_at, saved_at } = record;
  return {
    id,
    author,
    revision,
    published,
    first_saved_at: first_saved_at.toISOString(),
    saved_at: saved_at.toISOString(),
  };
}
