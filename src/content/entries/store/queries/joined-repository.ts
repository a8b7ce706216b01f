import type { Document } from 'mongodb';
import type { ReadQuota } from '../../../../core/http/index.ts';
import { isResultTooLarge, joinWithin, type ReleaseDb, stagesOf } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import {
  findPage,
  type ListedEntry,
  listedProjection,
  noteWeights,
  type ReferenceTarget,
  rowsAtOnce,
  takeRows,
  targetProjection,
} from './page-repository.ts';
import { entries, type PageQuery } from '../repository.ts';
import type { TargetMemory } from '../target-cache.ts';

/** A field of the live values that holds one id of another entry, or a list of ids. */
export interface PointingField {
  key: string;
  isList: boolean;
}

interface PageAndTargets {
  found: ListedEntry[];
  isWhole: boolean;
  /** What the rows point at, by id; null where there is no such entry. Absent where it was not read with them. */
  targets?: ReadonlyMap<string, ReferenceTarget | null>;
}

interface JoinedRow {
  page: ListedEntry[];
  ids: string[];
  targets: ReferenceTarget[];
}

/** What the entries of a list point at, and what is known of that. */
export interface Pointing {
  type: string;
  fields: readonly PointingField[];
  memory: TargetMemory | null;
  now: Date;
}

/**
 * The first rows of a page for which there is room, one at least, and what they point at. One command where all of that
 * is small, as the rows of the release were that the process saw last; else the page alone, and so where the last list of
 * the type pointed at known entries alone.
 */
export async function findPageAndTargets(
  db: ReleaseDb,
  query: PageQuery,
  pointing: Pointing,
  mayRead: ReadQuota,
): Promise<PageAndTargets> {
  const { fields, type, memory, now } = pointing;
  const targetsMax = rowsAtOnce(db, query.only) - query.limit;
  const isJoined = fields.length > 0 && targetsMax > 0 && query.keys === undefined && !db.readsDrafts;
  if (isJoined && memory?.expectsAll(type) === true)
    return withKnown(await findPage(db, query, mayRead), pointing, memory);
  const joined = isJoined ? await readJoined(db, query, joinStages(db, { fields, now, targetsMax })) : null;
  if (joined === null) return findPage(db, query, mayRead);
  const { page, ids, targets } = joined;
  noteWeights(db, [...page, ...targets], query.only);
  const { found, isWhole } = await takeRows(page, mayRead);
  if (targets.length > targetsMax) return { found, isWhole };
  const byId = new Map<string, ReferenceTarget | null>(ids.map((id) => [id, null]));
  for (const target of targets) byId.set(target.id, target);
  memory?.expect(type, memory.known(ids).size === ids.length);
  memory?.keep(targets);
  return { found, isWhole, targets: byId };
}

/** The page with what is known of its targets; one that is missing makes the next list read them with its page again. */
function withKnown(page: PageAndTargets, { fields, type }: Pointing, memory: TargetMemory): PageAndTargets {
  const ids = new Set<string>();
  for (const { live } of page.found)
    for (const { key } of fields)
      for (const id of [live?.[key] ?? []].flat()) if (typeof id === 'string') ids.add(id);
  const targets = memory.known([...ids]);
  if (targets.size < ids.size) memory.expect(type, false);
  return { ...page, targets };
}

/** Null where the database cannot put all of it into one row. */
async function readJoined(
  db: ReleaseDb,
  { filter, sort, skip, limit, hint, only }: PageQuery,
  stages: readonly Document[],
): Promise<JoinedRow | null> {
  const all = [...stagesOf({ sort, skip, limit, projection: listedProjection(only) }), ...stages];
  try {
    const [row] = await rows(db, entries).aggregate<JoinedRow>(
      filter,
      all,
      hint === undefined ? {} : { hint },
    );
    return row ?? { page: [], ids: [], targets: [] };
  } catch (error) {
    if (!isResultTooLarge(error)) throw error;
    return null;
  }
}

/** Puts the page into one row, so that what all of it points at is looked up once. */
function joinStages(
  db: ReleaseDb,
  { fields, now, targetsMax }: Pick<Pointing, 'fields' | 'now'> & { targetsMax: number },
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

function idsAt({ key, isList }: PointingField): Document | string {
  const path = `$page.live.${key}`;
  if (!isList) return path;
  const ids = { $cond: [{ $isArray: '$$this' }, '$$this', ['$$this']] }; // a field may have held one id before
  return { $reduce: { input: path, initialValue: [], in: { $concatArrays: ['$$value', ids] } } };
}
