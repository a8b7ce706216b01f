import { newId } from '../contract/ids.ts';
import { limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import type { ProjectCall } from '../platform/call.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import {
  countVersions,
  deleteVersions,
  deleteVersionsOf,
  findVersion,
  findVersionAt,
  listVersions,
  olderVersions,
  putVersion,
} from './repository.ts';
import type { Version, VersionRecord, VersionWithValues } from './schema.ts';

export { renameAuthor } from './repository.ts';

/** Saves by one author in one such window are one version, in milliseconds: an editor saves every few seconds. */
const windowMs = 5 * 60_000;
/** Beyond the maximum this many versions are removed at once, so that the next saves need not look for the oldest. */
const droppedAtOnce = 10;

/** A save as it is kept. */
export interface VersionedItem {
  /** Names the item; see `entryItem`. */
  item: string;
  before: { draft: object; revision: number; updated_at: Date };
  after: { draft: object; revision: number };
  /** Whether this save published it; such a version is never merged into. */
  published: boolean;
}

/** The item that an entry is: ids are the same in every release. */
export function entryItem(releaseId: string, entryId: string): string {
  return `${releaseId}/${entryId}`;
}

/**
 * Keeps what somebody saved, in the transaction of the save: one write, and once in a window a count of the versions
 * there are. At most 100 of an item stay, the newest. The first one keeps what was there before, too. What the service does by its
 * own hands (seeds, imports) is no version.
 */
export async function keepVersion(
  { caller, now, db }: Pick<ProjectCall, 'caller' | 'now' | 'db'>,
  { item, before, after, published }: VersionedItem,
): Promise<void> {
  if (caller === null) return;
  const window = Math.floor(now.getTime() / windowMs);
  const slot = published ? `published/${after.revision}` : `${caller.keyId}/${window}`;
  const isNew = await putVersion(db, {
    _id: `${db.projectId}/${item}/${slot}`,
    id: newId('version', now),
    item,
    values: after.draft,
    author: { id: caller.keyId, name: caller.name },
    revision: after.revision,
    published,
    first_saved_at: now,
    saved_at: now,
  });
  if (!isNew) return;
  const kept = await countVersions(db, item, limits.versions_max + 1);
  if (kept === 1 && before.revision > 0) await keepBeginning(db, item, before);
  if (kept <= limits.versions_max) return;
  await deleteVersions(db, await olderVersions(db, item, limits.versions_max + 1 - droppedAtOnce));
}

async function keepBeginning(
  db: ProjectDb,
  item: string,
  { draft, revision, updated_at }: VersionedItem['before'],
): Promise<void> {
  await putVersion(db, {
    _id: `${db.projectId}/${item}/beginning`,
    id: newId('version', updated_at),
    item,
    values: draft,
    author: null,
    revision,
    published: false,
    first_saved_at: updated_at,
    saved_at: updated_at,
  });
}

/** An item is gone for good, and its versions with it. */
export function dropVersions(db: ProjectDb, items: readonly string[]): Promise<void> {
  return deleteVersionsOf(db, items);
}

/** The versions of an item, newest first. */
export async function versionsOf(db: ProjectDb, item: string): Promise<{ data: Version[] }> {
  return { data: (await listVersions(db, item, limits.versions_max)).map(serializeVersion) };
}

/** @throws unknown_version */
export async function readVersion(db: ProjectDb, item: string, id: string): Promise<VersionWithValues> {
  const found = await findVersion(db, item, id);
  if (found === null) throw problem('unknown_version', {}, { param: 'versionId' });
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
