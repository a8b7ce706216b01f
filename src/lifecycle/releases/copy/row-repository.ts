import type { Document } from 'mongodb';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { LineageSegment } from '../promote/ancestors.ts';
import { type Part, parts, noTimeLimit } from './release-rows.ts';
import { removedSince } from '../repository.ts';
import type { WrittenRow } from '../promote/write-position.ts';

/** The compared keys of a type or entry, and its name in lists. */
export interface ComparedRow extends WrittenRow {
  key: string;
  label: { name?: string; type?: string };
  /** What readers get of an entry, in the default locale and in further ones. */
  served?: ServedState;
  served_locales?: readonly ServedState[];
}

/** The keys that distinguish what readers get of an entry; `live_updated_at` is null if they get nothing. */
export interface ServedState {
  /** The id of a further locale. */
  locale?: string;
  start?: Date | null;
  end?: Date;
  live_revision?: number | null;
  live_updated_at?: Date | null;
  pending_at?: Date;
  was_live?: boolean;
}

/** Milliseconds by which `updated_at` may be before the commit: clocks differ, and requests take time. */
const updateDelayMs = 5 * 60_000;
const pageSize = 1_000;
/** When an entry was edited in the default locale, and in any locale, with the index of each. */
const editTimes = [
  ['updated_at', 'by_edit'],
  ['state_of.updated_at', 'by_edit_in_locales'],
] as const;

const servedIn = (state: string) => ({
  start: `${state}live_at`,
  end: `${state}live_until`,
  live_revision: `${state}live_revision`,
  live_updated_at: `${state}live_updated_at`,
  pending_at: `${state}pending.at`,
  was_live: `${state}was_live`,
});
const servedKeys = {
  served: servedIn('$'),
  served_locales: {
    $map: {
      input: { $objectToArray: { $ifNull: ['$locales', {}] } },
      in: { locale: '$$this.k', ...servedIn('$$this.v.') },
    },
  },
};

/** Returns rows of a release by key; all rows if `keys` is null. Types that are being deleted are omitted. */
export async function rowsByKey(
  db: ProjectDb,
  { releaseId, part, keys }: { releaseId: string; part: Part; keys: readonly string[] | null },
): Promise<Map<string, ComparedRow>> {
  const { collection, key, label } = part;
  const projection = {
    _id: 0,
    key: `$${key}`,
    revision: 1,
    updated_at: 1,
    write_seq: 1,
    state_of: 1,
    label: { [label]: `$${label}` },
    ...(part === parts.entries ? servedKeys : {}),
  };
  const filter = {
    deleted_at: { $exists: false },
    ...(keys === null ? {} : { [key]: { $in: [...keys] } }),
  };
  const options = { projection, batchSize: pageSize, ...noTimeLimit };
  const comparedRows = (await rows(db.release(releaseId), collection).find(filter, options)) as ComparedRow[];
  return new Map(comparedRows.map((row) => [row.key, row]));
}

/**
 * Returns ids of entries that were written or removed in a part of a release's history; uses the indexes of
 * edits. An edit of a further locale moves only the time in `state_of`.
 */
export async function changedEntries(
  db: ProjectDb,
  { releaseId, since }: LineageSegment,
): Promise<Set<string>> {
  const from = new Date(since.at.getTime() - updateDelayMs);
  const newer = [{ write_seq: { $gt: since.seq } }, { write_seq: { $exists: false } }];
  const release = db.release(releaseId);
  const entryIds = await removedSince(release, since);
  for (const [time, hint] of editTimes) {
    const filter: Document = {
      [time]: { $gte: from },
      ...(since.seq === undefined ? {} : { $or: newer }),
    };
    const editedRows = await rows(release, parts.entries.collection).find(filter, {
      projection: { _id: 0, id: 1 },
      hint,
      batchSize: 10 * pageSize,
      ...noTimeLimit,
    });
    for (const { id } of editedRows) entryIds.add(String(id));
  }
  return entryIds;
}

/** Yields all ids of a release in order, in pages. */
export async function* allEntries(db: ProjectDb, releaseId: string): AsyncIterable<string[]> {
  for (let after = ''; ;) {
    const entries = await rows(db.release(releaseId), parts.entries.collection).find(
      { id: { $gt: after } },
      { projection: { _id: 0, id: 1 }, sort: { id: 1 }, limit: pageSize, ...noTimeLimit },
    );
    const page = entries.map(({ id }) => String(id));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}

/** Yields ids in order, in pages. */
export function* inPages(ids: ReadonlySet<string>): Iterable<string[]> {
  const sortedIds = [...ids].sort();
  for (let from = 0; from < sortedIds.length; from += pageSize) yield sortedIds.slice(from, from + pageSize);
}
