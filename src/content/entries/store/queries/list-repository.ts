import { LRUCache } from 'lru-cache';
import type { Document, FindOptions } from 'mongodb';
import { type ReadQuota, weigh } from '../../../../core/http/index.ts';
import {
  isResultTooLarge,
  joinWithin,
  type KeyBounds,
  type ReleaseDb,
  stagesOf,
  type TakeRow,
  type Within,
} from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { ifVisible, visiblePeriodPaths } from '../../../../lifecycle/index.ts';
import type { EntryLocaleRow } from '../locales/row.ts';
import { entries } from '../repository.ts';
import type { EntryRecord, ReferenceTarget } from '../schema.ts';
import type { TargetMemory } from '../target-cache.ts';

/** Weight of the rows of one batch, which are decoded together while every other request waits. */
const batchWeight = 1024 * 1024;
/** Rows of a batch while the weight of a release's rows is unknown, and the number that MongoDB sends by itself. */
const [firstBatch, defaultBatch] = [25, 101];
/** Weight of the heaviest row that was last read of a release; reads of some keys only count separately. */
const weights = new LRUCache<string, number>({ max: 10_000 });

/** Keys of the live values that are read; all of them when undefined. */
type Only = readonly string[] | undefined;

export interface PageQuery {
  filter: Within<EntryRecord>;
  sort: Record<string, 1 | -1>;
  skip: number;
  limit: number;
  /** Name of the index to use; MongoDB chooses when undefined. */
  hint?: string | undefined;
  /** The keys of that index between which the page is; all keys when undefined. */
  keys?: KeyBounds | undefined;
  only?: Only;
}

const listedPaths = [
  'id',
  'live',
  ...visiblePeriodPaths,
  'published_at',
  'live_updated_at',
  'live_revision',
  'created_at',
  'updated_at',
  'revision',
] as const;

/** The part of an entry that lists read. */
export type ListedEntry = Pick<EntryRecord, (typeof listedPaths)[number] | 'periods'> &
  Partial<Pick<EntryLocaleRow, 'fallbacks' | 'valid_until' | 'basis' | 'locale'>>;

/** The keys of lists in a locale. */
const localePaths = ['periods', 'fallbacks', 'valid_until', 'basis', 'locale'] as const;

/** The first rows of a page, at least one, as many as the response has room for. */
export interface PageRows {
  items: ListedEntry[];
  /** Whether the response has room for all rows of the query. */
  isWhole: boolean;
  /** Entries that the rows refer to, by id; null where there is none. Absent if they were not read with the rows. */
  targets?: ReadonlyMap<string, ReferenceTarget | null>;
}

/** A field of the live values that contains one id of another entry, or a list of ids. */
export interface ReferenceKey {
  key: string;
  isList: boolean;
}

/** The references of the entries of a list, and the targets that are cached. */
export interface ListReferences {
  type: string;
  fields: readonly ReferenceKey[];
  memory: TargetMemory | null;
  now: Date;
}

/**
 * Reads a page and the entries that its rows refer to. One command reads both while the rows of the release are small.
 * The page is read alone if not, and if the last list of the type referred to cached entries only.
 */
export async function findPageAndTargets(
  db: ReleaseDb,
  query: PageQuery,
  references: ListReferences,
  hasRoom: ReadQuota,
): Promise<PageRows> {
  const { fields, type, memory, now } = references;
  const targetsMax = rowsAtOnce(db, query.only) - query.limit;
  const isJoinable = db.readsLive && !db.readsLocaleRows;
  const mayJoin = fields.length > 0 && targetsMax > 0 && query.keys === undefined && isJoinable;
  if (mayJoin && memory?.expectsAll(type) === true)
    return withCachedTargets(await findPage(db, query, hasRoom), references, memory);
  const joinedPage = mayJoin
    ? await readJoined(db, query, joinStages(db, { fields, now, targetsMax }))
    : null;
  if (joinedPage === null) return findPage(db, query, hasRoom);
  noteWeights(db, [...joinedPage.page, ...joinedPage.targets], query.only);
  const page: PageRows = { items: [], isWhole: true };
  for (const entry of joinedPage.page) {
    page.isWhole = await takeRow(page.items, entry, hasRoom(weigh(entry.live, batchWeight)));
    if (!page.isWhole) break;
  }
  const { ids, targets } = joinedPage;
  if (targets.length > targetsMax) return page;
  const byId = new Map<string, ReferenceTarget | null>(ids.map((id) => [id, null]));
  for (const target of targets) byId.set(target.id, target);
  memory?.expect(type, memory.find(ids).size === ids.length);
  memory?.store(targets);
  return { ...page, targets: byId };
}

/** Reads the rows of a page. */
export async function findPage(
  db: ReleaseDb,
  { filter, sort, skip, limit, hint, keys, only }: PageQuery,
  hasRoom: ReadQuota,
): Promise<PageRows> {
  const items: ListedEntry[] = [];
  const isWhole = await readWhile(
    db,
    {
      filter,
      sort,
      skip,
      limit,
      projection: listedProjection(db, only),
      only,
      ...(hint === undefined ? {} : { hint }),
      ...keys,
    },
    (entry, bytes) => takeRow(items, entry, hasRoom(bytes)),
  );
  return { items, isWhole };
}

/** The first entry that a filter finds, with its live values. */
export async function findListed(db: ReleaseDb, filter: Within<EntryRecord>): Promise<ListedEntry | null> {
  const [entry] = await rows(db, entries).find(filter, {
    projection: listedProjection(db, undefined),
    limit: 1,
  });
  return entry ?? null;
}

/** Reads entries by their ids, without values that readers do not see, as long as there is room. */
export async function findTargets(
  db: ReleaseDb,
  { ids, now, types }: { ids: readonly string[]; now: Date; types?: readonly string[] | undefined },
  hasRoom: ReadQuota,
): Promise<{ targets: ReferenceTarget[]; isWhole: boolean }> {
  const targets: ReferenceTarget[] = [];
  if (ids.length === 0) return { targets, isWhole: true };
  const ofTypes = types === undefined ? {} : { type: { $in: [...types] } };
  const localeKeys = db.readsLocaleRows ? { valid_until: 1, fallbacks: 1, basis: 1 } : {};
  const query = {
    filter: { id: { $in: [...ids] }, ...ofTypes },
    projection: { ...targetProjection(now), ...localeKeys },
  };
  const isWhole = await readWhile(db, query, async (entry, bytes) => {
    if (!(await hasRoom(bytes))) return false;
    targets.push(entry);
    return true;
  });
  return { targets, isWhole };
}

/** The first entry that a query finds: its id and the value at `path`. An index on both is read without documents. */
export async function findSortValue(
  db: ReleaseDb,
  { path, ...query }: Partial<PageQuery> & { filter: Within<EntryRecord>; path: string },
): Promise<{ id: string; value: unknown } | null> {
  const { filter, sort, skip, hint } = query;
  const options = {
    projection: { _id: 0, id: 1, [path]: 1 },
    limit: 1,
    ...(sort === undefined ? {} : { sort }),
    ...(skip === undefined ? {} : { skip }),
    ...(hint === undefined ? {} : { hint }),
  };
  const [row] = await rows(db, entries).find(filter, options);
  if (row === undefined) return null;
  const valueAt = (at: unknown, key: string) => (at as Record<string, unknown> | null)?.[key];
  return { id: row.id, value: path.split('.').reduce<unknown>(valueAt, row) };
}

/** The live values of one field, of at most `limit` entries. */
export async function findValues(
  db: ReleaseDb,
  { filter, key, limit }: { filter: Within<EntryRecord>; key: string; limit: number },
): Promise<{ id: string; value: unknown }[]> {
  const options = { projection: { id: 1, [`live.${key}`]: 1 }, limit };
  return (await rows(db, entries).find(filter, options)).map(({ id, live }) => ({ id, value: live?.[key] }));
}

/** The number of entries that a filter finds. Counting stops above `cap`. */
export function countEntries(db: ReleaseDb, filter: Within<EntryRecord>, cap: number): Promise<number> {
  return rows(db, entries).count(filter, cap + 1);
}

/** The number of entries that each filter finds, in one command. Counting stops at `cap`. */
export function countEach(
  db: ReleaseDb,
  filters: readonly Within<EntryRecord>[],
  cap: number,
): Promise<number[]> {
  return rows(db, entries).countEach(filters, cap);
}

function weightKey({ releaseId }: ReleaseDb, only: Only): string {
  return only === undefined ? releaseId : `${releaseId} ${only.join(' ')}`;
}

/** How many rows of a release one batch may have, at least one. */
function rowsAtOnce(db: ReleaseDb, only: Only): number {
  const weight = weights.get(weightKey(db, only));
  return weight === undefined ? firstBatch : Math.max(1, Math.floor(batchWeight / weight));
}

function noteWeights(db: ReleaseDb, read: readonly Pick<EntryRecord, 'live'>[], only: Only): void {
  const heaviest = read.reduce(
    (heaviestSoFar, { live }) => Math.max(heaviestSoFar, weigh(live, batchWeight)),
    1,
  );
  if (read.length > 0) weights.set(weightKey(db, only), heaviest);
}

/** Reads rows until `take` returns false, in small batches if they are large. Returns whether all were taken. */
async function readWhile(
  db: ReleaseDb,
  { filter, only, ...options }: FindOptions & { filter: Within<EntryRecord>; only?: Only },
  take: TakeRow<EntryRecord>,
): Promise<boolean> {
  const batchSize = rowsAtOnce(db, only);
  const batch = batchSize >= defaultBatch ? {} : { batchSize };
  let heaviest = 0;
  const isWhole = await rows(db, entries).findWhile(filter, { ...options, ...batch }, (entry, bytes) => {
    heaviest = Math.max(heaviest, bytes);
    return take(entry, bytes);
  });
  if (heaviest > 0) weights.set(weightKey(db, only), heaviest);
  return isWhole;
}

/** Adds a row if there is room for it, and the first row always. */
async function takeRow(
  items: ListedEntry[],
  entry: ListedEntry,
  hasRoom: ReturnType<ReadQuota>,
): Promise<boolean> {
  if (!(await hasRoom) && items.length > 0) return false;
  items.push(entry);
  return true;
}

function listedProjection({ readsDrafts, locale }: ReleaseDb, only: Only): Document {
  const paths = only === undefined ? listedPaths : listedPaths.filter((path) => path !== 'live');
  const keys = (only ?? []).map((key) => `live.${key}`);
  const viewPaths = [...(readsDrafts ? ['stored_state'] : []), ...(locale === null ? [] : localePaths)];
  const allPaths = [...paths, ...keys, ...viewPaths];
  return { _id: 0, ...Object.fromEntries(allPaths.map((path) => [path, 1])) };
}

const targetPaths = ['id', 'type', ...visiblePeriodPaths, 'published_at', 'live_updated_at', 'updated_at'];

function targetProjection(now: Date): Document {
  const projection = Object.fromEntries(targetPaths.map((path) => [path, 1]));
  return { ...projection, live: ifVisible(now, '$live', null) };
}

/** Adds the cached targets to a page. If one is missing, the next list of the type reads targets with its page. */
function withCachedTargets(page: PageRows, { fields, type }: ListReferences, memory: TargetMemory): PageRows {
  const ids = new Set<string>();
  for (const { live } of page.items)
    for (const { key } of fields)
      for (const id of [live?.[key] ?? []].flat()) if (typeof id === 'string') ids.add(id);
  const targets = memory.find([...ids]);
  if (targets.size < ids.size) memory.expect(type, false);
  return { ...page, targets };
}

interface JoinedRow {
  page: ListedEntry[];
  ids: string[];
  targets: ReferenceTarget[];
}

/** Returns null if MongoDB cannot put page and targets into one row. */
async function readJoined(
  db: ReleaseDb,
  { filter, sort, skip, limit, hint, only }: PageQuery,
  stages: readonly Document[],
): Promise<JoinedRow | null> {
  const all = [...stagesOf({ sort, skip, limit, projection: listedProjection(db, only) }), ...stages];
  const options = hint === undefined ? {} : { hint };
  try {
    const [row] = await rows(db, entries).aggregate<JoinedRow>(filter, all, options);
    return row ?? { page: [], ids: [], targets: [] };
  } catch (error) {
    if (!isResultTooLarge(error)) throw error;
    return null;
  }
}

/** Puts the page into one row, so that each target is looked up once. */
function joinStages(
  db: ReleaseDb,
  { fields, now, targetsMax }: Pick<ListReferences, 'fields' | 'now'> & { targetsMax: number },
): Document[] {
  return [
    { $group: { _id: null, page: { $push: '$$ROOT' } } },
    { $set: { ids: { $setUnion: fields.map(idsAt) } } },
    joinWithin(db, entries, {
      localField: 'ids',
      foreignField: 'id',
      stages: [{ $limit: targetsMax + 1 }, { $project: targetProjection(now) }],
      as: 'targets',
    }),
  ];
}

function idsAt({ key, isList }: ReferenceKey): Document | string {
  const path = `$page.live.${key}`;
  if (!isList) return path;
  const ids = { $cond: [{ $isArray: '$$this' }, '$$this', ['$$this']] }; // the field may have been a single reference
  return { $reduce: { input: path, initialValue: [], in: { $concatArrays: ['$$value', ids] } } };
}
