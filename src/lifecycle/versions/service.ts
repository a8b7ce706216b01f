import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { forgetCounts } from './counts.ts';
import {
  deleteVersionsOf,
  findItemsInLocales,
  findVersion,
  findVersionAt,
  listVersions,
} from './repository.ts';
import type { ListedVersion, Version, VersionRecord, VersionWithValues } from './schema.ts';

/**
 * Returns the item's id of an entry, or of the entry in a further locale; entry ids are equal in all releases.
 * @param locale - the id of the locale; null for the default locale
 */
export function entryItem(releaseId: string, entryId: string, locale: string | null = null): string {
  return locale === null ? `${releaseId}/${entryId}` : `${releaseId}/${entryId}/${locale}`;
}

/** Deletes the versions of items that were removed for good. */
export function dropVersions(db: ProjectDb, items: readonly string[]): Promise<void> {
  forgetCounts(db, items);
  return deleteVersionsOf(db, items);
}

/** Deletes the versions of an item in all locales. */
export async function dropAllVersions(db: ProjectDb, item: string): Promise<void> {
  await dropVersions(db, [item, ...(await findItemsInLocales(db, item))]);
}

/** Returns the versions of an item, newest first, with the stored keys of changed values. */
export async function listItemVersions(db: ProjectDb, item: string): Promise<ListedVersion[]> {
  const records = await listVersions(db, item, limits.versions_max);
  return records.map((record) => ({ ...serializeVersion(record), changed: record.changed }));
}

/** @throws unknown_version */
export async function readVersion(db: ProjectDb, item: string, id: string): Promise<VersionWithValues> {
  const version = await findVersion(db, item, id);
  if (version === null) throw apiError('unknown_version', {}, { param: 'versionId' });
  return { ...serializeVersion(version), values: version.values as Record<string, unknown> };
}

/** Returns the draft of an item at a revision; null without a version of it. */
export async function draftAt(db: ProjectDb, item: string, revision: number): Promise<object | null> {
  return (await findVersionAt(db, item, revision))?.values ?? null;
}

function serializeVersion(record: Omit<VersionRecord, 'values'>): Version {
  const { id, author, revision, published, kind = 'saved', first_saved_at, saved_at } = record;
  return {
    id,
    author,
    revision,
    published,
    kind,
    first_saved_at: first_saved_at.toISOString(),
    saved_at: saved_at.toISOString(),
  };
}
