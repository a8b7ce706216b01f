import type { Document } from 'mongodb';
import { contentTypes } from '../../content/index.ts';
import {
  grantedBy,
  joinWithin,
  projectCollection,
  type ReleaseDb,
  unionWithin,
  type Within,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { SearchRecord } from './schema.ts';
import { sourceOfKind } from './sources/index.ts';
import type { SearchSource, SourceRow } from './sources/source.ts';

/** The `release` of items outside of releases. */
export const outsideReleases = '-';

/** The indexes of a search; the first ones find rows by the start of a word. */
export const searchIndexes = ['words', 'title_words', 'title_key', 'newest'] as const;
type SearchIndex = (typeof searchIndexes)[number];

const scope = { project_id: 1, release: 1 } as const;

export const searchRows = grantedBy(
  projectCollection<SearchRecord>('search_rows', [
    { key: { ...scope, words: 1 }, name: 'words' },
    { key: { ...scope, title_words: 1 }, name: 'title_words' },
    { key: { ...scope, title_key: 1 }, name: 'title_key' },
    { key: { ...scope, updated_at: -1, id: 1 }, name: 'newest' },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['blog'], rows: { kind: 'blog_article' } },
  { areas: ['blog'], rows: { kind: 'blog_category' } },
  { areas: ['kb'], rows: { kind: 'kb_article' } },
  { areas: ['kb'], rows: { kind: 'kb_collection' } },
  { areas: ['kb'], rows: { kind: 'kb_section' } },
  { areas: ['authors', 'blog', 'kb'], rows: { kind: 'author' } },
  { areas: ['media'], rows: { kind: 'media' } },
);

/** An item of the index that matches a search. `rank` is 0 for the best matches. */
export type Candidate = Pick<SearchRecord, '_id' | 'kind' | 'id' | 'type' | 'title' | 'updated_at'> & {
  rank: number;
  /** Empty if the title matches. */
  text: string;
};

/** Matches the rows of the handle's release and those outside of releases. */
export function rowsOfRelease({ releaseId }: ReleaseDb): Within<SearchRecord> {
  return { release: { $in: [releaseId, outsideReleases] } };
}

/** Counts the rows of each filter up to `cap`, in one command. */
export function countMatches(
  db: ReleaseDb,
  filters: readonly Within<SearchRecord>[],
  cap: number,
): Promise<number[]> {
  return rows(db, searchRows).countEach(filters, cap);
}

/** Returns the first rows by rank, within a rank those that changed last. */
export function findByRank(
  db: ReleaseDb,
  filter: Within<SearchRecord>,
  { rank, max, index }: { rank: Document; max: number; index: SearchIndex | null },
): Promise<Candidate[]> {
  const stages = [
    { $set: { rank } },
    { $sort: { rank: 1, updated_at: -1, id: 1 } },
    { $limit: max },
    candidateFields,
  ];
  return rows(db, searchRows).aggregate<Candidate>(filter, stages, index === null ? {} : { hint: index });
}

/** Returns the rows that changed last, all with one rank. Stops at the last of them, so common words cost little. */
export function findNewest(
  db: ReleaseDb,
  filter: Within<SearchRecord>,
  { rank, max }: { rank: number; max: number },
): Promise<Candidate[]> {
  const stages = [
    { $sort: { updated_at: -1, id: 1 } },
    { $limit: max },
    { $set: { rank: { $literal: rank } } },
    candidateFields,
  ];
  return rows(db, searchRows).aggregate<Candidate>(filter, stages, { hint: 'newest' });
}

/** The rank of rows whose title doesn't match. */
export const wordsRank = 3;

const candidateFields = {
  $project: {
    kind: 1,
    id: 1,
    type: 1,
    title: 1,
    updated_at: 1,
    rank: 1,
    text: { $cond: [{ $eq: ['$rank', wordsRank] }, '$text', ''] },
  },
};

/** An item whose current row is read. */
type ItemId = Pick<SearchRecord, 'kind' | 'id'>;

/** A current row of a found item, and the name of its type. */
interface CurrentRow {
  row: SourceRow;
  source: SearchSource;
  typeName: string | null;
}

/**
 * Reads the current rows of items of any kinds in one command. Items that were deleted or that the caller can't see are
 * missing, also if the index doesn't know it yet.
 * @returns rows by the id of their item
 */
export async function findCurrentRows(
  db: ReleaseDb,
  items: readonly ItemId[],
): Promise<Map<string, CurrentRow>> {
  const sources = [...new Set(items.map(({ kind }) => sourceOfKind(kind)))];
  const queries = sources.map((source) => {
    const ids = items.filter(({ kind }) => source.kinds.includes(kind)).map(({ id }) => id);
    return { source, filter: { [source.idKey]: { $in: ids } }, stages: currentStages(db, source) };
  });
  const [first, ...others] = queries;
  if (first === undefined) return new Map();
  const unions = others.map(({ source, ...query }) => unionWithin(db, source.collection, query));
  const results = await rows(db, first.source.collection).aggregate<StoredResult>(first.filter, [
    ...first.stages,
    ...unions,
  ]);
  return new Map(results.flatMap((row) => currentRow(sources, row)));
}

type StoredResult = SourceRow & { id?: string; source: string; type_of?: { name: string }[] };

function currentRow(sources: readonly SearchSource[], row: StoredResult): [string, CurrentRow][] {
  const source = sources.find(({ collection }) => collection.name === row.source);
  const typeName = row.type_of === undefined ? null : row.type_of[0]?.name;
  if (source === undefined || typeName === undefined) return []; // the type is being deleted
  return [[row.id ?? row._id, { row, source, typeName }]];
}

function currentStages(db: ReleaseDb, source: SearchSource): Document[] {
  const isOfTypes = source.kinds.includes('entry');
  const join = {
    localField: 'type',
    foreignField: 'slug',
    stages: [{ $match: { deleted_at: { $exists: false } } }, { $project: { _id: 0, name: 1 } }],
    as: 'type_of',
  };
  return [
    { $project: source.listedFields },
    { $set: { source: source.collection.name } },
    ...(isOfTypes ? [joinWithin(db, contentTypes, join)] : []),
  ];
}

/** Reads the titles in the index. */
export function findTitles(
  db: ReleaseDb,
  items: readonly ItemId[],
): Promise<Pick<SearchRecord, 'id' | 'title' | 'updated_at'>[]> {
  const filter = { _id: { $in: items.map((item) => searchRowId(db, item)) } };
  return rows(db, searchRows).find(filter, { projection: { id: 1, title: 1, updated_at: 1 } });
}

function searchRowId({ releaseId }: ReleaseDb, { kind, id }: ItemId): string {
  const { collection } = sourceOfKind(kind);
  return [collection.name, ...(collection.scope === 'release' ? [releaseId] : []), id].join('/');
}
