import { LRUCache } from 'lru-cache';
import type { FindOptions } from 'mongodb';
import { weigh } from '../platform/json-bytes.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { rows, type Within } from '../platform/mongo/scoped.ts';
import { entries, type PageQuery } from './repository.ts';
import type { EntryRecord } from './schema.ts';
import { ifVisible } from '../publishing/service.ts';

/** Weight of the rows that come from the database at once; they are unpacked together, while everybody waits. */
const batchWeight = 1024 * 1024;
/** Rows at once of a release of which no rows were seen yet; what the database would send by itself. */
const [firstBatch, usualBatch] = [25, 101];
/** What rows of a release weigh, as they were seen last. */
const weights = new LRUCache<string, number>({ max: 10_000 });

/** Judges a row that was read: whether it, and more behind it, may be kept. */
export type ReadQuota = (row: unknown) => boolean | Promise<boolean>;

/** Reads rows as long as there is room for what they show: in few batches where they are small, in small ones else. */
async function readWhile(
  db: ReleaseDb,
  { filter, ...options }: FindOptions & { filter: Within<EntryRecord> },
  takes: (entry: EntryRecord) => Promise<boolean>,
): Promise<boolean> {
  const weight = weights.get(db.releaseId);
  const fitting = weight === undefined ? firstBatch : Math.max(1, Math.floor(batchWeight / weight));
  const batch = fitting >= usualBatch ? {} : { batchSize: fitting };
  let [heaviest, isAny] = [1, false];
  const isWhole = await rows(db, entries).findWhile(filter, { ...options, ...batch }, (entry) => {
    heaviest = Math.max(heaviest, weigh(entry.live, batchWeight));
    isAny = true;
    return takes(entry);
  });
  if (isAny) weights.set(db.releaseId, heaviest);
  return isWhole;
}

/** An entry as another one that refers to it serves it. */
export type ReferenceTarget = Pick<
  EntryRecord,
  'id' | 'type' | 'live' | 'live_at' | 'published_at' | 'live_updated_at' | 'updated_at'
>;

/** Entries by their ids, without what readers do not see; ends where there is no room for more. */
export async function findTargets(
  db: ReleaseDb,
  { ids, now }: { ids: readonly string[]; now: Date },
  mayRead: ReadQuota,
): Promise<{ found: ReferenceTarget[]; isWhole: boolean }> {
  if (ids.length === 0) return { found: [], isWhole: true };
  const kept = ['id', 'type', 'live_at', 'published_at', 'live_updated_at', 'updated_at'];
  const projection = {
    ...Object.fromEntries(kept.map((key) => [key, 1])),
    live: ifVisible(now, '$live', null),
  };
  const found: ReferenceTarget[] = [];
  const filter = { id: { $in: [...ids] } };
  const isWhole = await readWhile(db, { filter, projection }, async (entry) => {
    const mayKeep = mayRead(entry.live);
    if (mayKeep !== true && !(await mayKeep)) return false;
    found.push(entry);
    return true;
  });
  return { found, isWhole };
}

/** What lists show of an entry. */
export type ListedEntry = Omit<EntryRecord, 'draft' | 'facets' | 'sorts' | 'refs' | 'live_refs'>;

/** The first rows of a page for which there is room, one at least. */
export async function findPage(
  db: ReleaseDb,
  { filter, sort, skip, limit, hint }: PageQuery,
  mayRead: ReadQuota,
): Promise<{ found: ListedEntry[]; isWhole: boolean }> {
  const found: ListedEntry[] = [];
  const options = {
    filter,
    sort,
    skip,
    limit,
    projection: { draft: 0, facets: 0, sorts: 0, refs: 0, live_refs: 0 },
    ...(hint === undefined ? {} : { hint }),
  };
  const isWhole = await readWhile(db, options, async (entry) => {
    const mayKeep = mayRead(entry.live);
    if (mayKeep !== true && !(await mayKeep) && found.length > 0) return false;
    found.push(entry);
    return true;
  });
  return { found, isWhole };
}
