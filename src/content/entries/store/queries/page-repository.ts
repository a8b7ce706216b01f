import { LRUCache } from 'lru-cache';
import type { Document, FindOptions } from 'mongodb';
import { type ReadQuota, weigh } from '../../../../core/http/index.ts';
import type { ReleaseDb, TakeRow, Within } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { entries, type PageQuery } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';
import { ifVisible, type StayPath, stayPaths } from '../../../../lifecycle/index.ts';

/**
 * Weight of the rows that come from the database at once; they are unpacked together, while every other request waits.
 */
const batchWeight = 1024 * 1024;
/** Rows at once of a release of which no rows were seen yet; what the database would send by itself. */
const [firstBatch, usualBatch] = [25, 101];
/** What rows of a release weigh, as they were seen last; of those that were read in part, by their keys. */
const weights = new LRUCache<string, number>({ max: 10_000 });

/** Keys of the live values that are read; all of them when undefined. */
type Only = readonly string[] | undefined;

function weightKey({ releaseId }: ReleaseDb, only: Only): string {
  return only === undefined ? releaseId : `${releaseId} ${only.join(' ')}`;
}

/** How many rows of a release may come from the database at once, one at least. */
export function rowsAtOnce(db: ReleaseDb, only?: Only): number {
  const weight = weights.get(weightKey(db, only));
  return weight === undefined ? firstBatch : Math.max(1, Math.floor(batchWeight / weight));
}

/** Notes what rows of a release weigh that came at once. */
export function noteWeights(db: ReleaseDb, seen: readonly Pick<EntryRecord, 'live'>[], only?: Only): void {
  const heaviest = seen.reduce((most, { live }) => Math.max(most, weigh(live, batchWeight)), 1);
  if (seen.length > 0) weights.set(weightKey(db, only), heaviest);
}

/** Reads rows as long as there is room for what they show: in few batches where they are small, in small ones else. */
async function readWhile(
  db: ReleaseDb,
  { filter, only, ...options }: FindOptions & { filter: Within<EntryRecord>; only?: Only },
  takes: TakeRow<EntryRecord>,
): Promise<boolean> {
  const fitting = rowsAtOnce(db, only);
  const batch = fitting >= usualBatch ? {} : { batchSize: fitting };
  let [heaviest, isAny] = [1, false];
  const isWhole = await rows(db, entries).findWhile(filter, { ...options, ...batch }, (entry, bytes) => {
    heaviest = Math.max(heaviest, bytes);
    isAny = true;
    return takes(entry, bytes);
  });
  if (isAny) weights.set(weightKey(db, only), heaviest);
  return isWhole;
}

/** An entry as another one that refers to it serves it. */
export type ReferenceTarget = Pick<
  EntryRecord,
  'id' | 'type' | 'live' | StayPath | 'published_at' | 'live_updated_at' | 'updated_at'
>;

const keptOfTargets = ['id', 'type', ...stayPaths, 'published_at', 'live_updated_at', 'updated_at'];

/** What is read of an entry that another one refers to. */
export function targetProjection(now: Date): Document {
  const kept = Object.fromEntries(keptOfTargets.map((key) => [key, 1]));
  return { ...kept, live: ifVisible(now, '$live', null) };
}

/** Entries by their ids, without what readers do not see; ends where there is no room for more. */
export async function findTargets(
  db: ReleaseDb,
  { ids, now }: { ids: readonly string[]; now: Date },
  mayRead: ReadQuota,
): Promise<{ found: ReferenceTarget[]; isWhole: boolean }> {
  if (ids.length === 0) return { found: [], isWhole: true };
  const projection = targetProjection(now);
  const found: ReferenceTarget[] = [];
  const filter = { id: { $in: [...ids] } };
  const isWhole = await readWhile(db, { filter, projection }, async (entry, bytes) => {
    const mayKeep = mayRead(bytes);
    if (mayKeep !== true && !(await mayKeep)) return false;
    found.push(entry);
    return true;
  });
  return { found, isWhole };
}

const listed = [
  'id',
  'live',
  ...stayPaths,
  'published_at',
  'live_updated_at',
  'live_revision',
  'created_at',
  'updated_at',
  'revision',
] as const;

/** What lists show of an entry. */
export type ListedEntry = Pick<EntryRecord, (typeof listed)[number]>;

const listedFields = { _id: 0, ...Object.fromEntries(listed.map((key) => [key, 1])) };

/** What is read of it: of its values the keys alone that are shown. */
export function listedProjection(only: Only): Document {
  if (only === undefined) return listedFields;
  const { live: _live, ...others } = listedFields as Document;
  return { ...others, ...Object.fromEntries(only.map((key) => [`live.${key}`, 1])) };
}

/** The first rows of a page for which there is room, one at least. */
export async function findPage(
  db: ReleaseDb,
  { filter, sort, skip, limit, hint, keys, only }: PageQuery,
  mayRead: ReadQuota,
): Promise<{ found: ListedEntry[]; isWhole: boolean }> {
  const found: ListedEntry[] = [];
  const options = {
    filter,
    sort,
    skip,
    limit,
    projection: listedProjection(only),
    only,
    ...(hint === undefined ? {} : { hint }),
    ...keys,
  };
  const isWhole = await readWhile(db, options, (entry, bytes) => takeRow(found, { entry, bytes }, mayRead));
  return { found, isWhole };
}

/** The same of rows that were read already. */
export async function takeRows(
  page: readonly ListedEntry[],
  mayRead: ReadQuota,
): Promise<{ found: ListedEntry[]; isWhole: boolean }> {
  const found: ListedEntry[] = [];
  for (const entry of page) {
    const taking = takeRow(found, { entry, bytes: weigh(entry.live, batchWeight) }, mayRead);
    if (!(taking === true || (await taking))) return { found, isWhole: false };
  }
  return { found, isWhole: true };
}

/** Adds a row where there is room for it; the first in any case. */
function takeRow(
  found: ListedEntry[],
  { entry, bytes }: { entry: ListedEntry; bytes: number },
  mayRead: ReadQuota,
): true | Promise<boolean> {
  const mayKeep = mayRead(bytes);
  if (mayKeep !== true) return takeLarge(found, entry, mayKeep);
  found.push(entry);
  return true;
}

async function takeLarge(
  found: ListedEntry[],
  entry: ListedEntry,
  mayKeep: boolean | Promise<boolean>,
): Promise<boolean> {
  if (!(await mayKeep) && found.length > 0) return false;
  found.push(entry);
  return true;
}
