import type { IndexDescription } from 'mongodb';
import {
  literalPattern,
  namedBy,
  ofModules,
  projectCollection,
  type ProjectDb,
  type SystemDb,
  type Within,
} from '../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { MediaRecord } from './schema.ts';

/** Sorts names without regard to case, and `img2` before `img10`. */
export const nameCollation = { locale: 'en', strength: 2, numericOrdering: true };

const isTagged = { tags: { $exists: true } };

/** Indexes for the sort orders of the dashboard's list, over all, tagged and undescribed assets. */
const editorIndexes: readonly IndexDescription[] = [
  { key: { project_id: 1, file_name: 1, _id: 1 }, name: 'by_name', collation: nameCollation },
  { key: { project_id: 1, size_bytes: -1, _id: -1 }, name: 'by_size' },
  { key: { project_id: 1, tags: 1, _id: -1 }, name: 'tagged', partialFilterExpression: isTagged },
  {
    key: { project_id: 1, tags: 1, file_name: 1, _id: 1 },
    name: 'tagged_by_name',
    collation: nameCollation,
    partialFilterExpression: isTagged,
  },
  {
    key: { project_id: 1, tags: 1, size_bytes: -1, _id: -1 },
    name: 'tagged_by_size',
    partialFilterExpression: isTagged,
  },
  { key: { project_id: 1, alt: 1, _id: -1 }, name: 'undescribed', partialFilterExpression: { alt: '' } },
];

/** The first index covers the filters of lists, so that only the rows of the page are read. */
export const media = namedBy(
  ofModules(
    projectCollection<MediaRecord>('media', [
      { key: { project_id: 1, _id: -1, status: 1, content_type: 1 }, name: 'newest' },
      { key: { project_id: 1, words: 1, _id: -1 }, name: 'words' },
      {
        key: { project_id: 1, status: 1 },
        name: 'pending_here',
        partialFilterExpression: { status: 'pending' },
      },
      { key: { created_at: 1 }, name: 'pending', partialFilterExpression: { status: 'pending' } },
      ...editorIndexes,
    ]),
    'media',
  ),
  'med_',
  'media',
);

function openMedia(db: ProjectDb): ScopedCollection<MediaRecord> {
  return rows(db, media);
}

export function insertAsset(db: ProjectDb, record: MediaRecord): Promise<void> {
  return openMedia(db).insertOne(record);
}

/** Counts unconfirmed uploads, up to `max`. */
export function countPending(db: ProjectDb, max: number): Promise<number> {
  return openMedia(db).count({ status: 'pending' }, max);
}

/** Returns the number of assets and the sum of their announced sizes, without deleted ones. */
export async function sizeOfMedia(db: ProjectDb): Promise<{ count: number; bytes: number }> {
  const [totals] = await openMedia(db).aggregate<{ count: number; bytes: number }>(
    { status: { $ne: 'deleted' } },
    [{ $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$size_bytes' } } }],
  );
  return totals ?? { count: 0, bytes: 0 };
}

/** Returns an asset in any state except `deleted`. */
export function findAsset(db: ProjectDb, id: string): Promise<MediaRecord | null> {
  return openMedia(db).findOne({ _id: id, status: { $ne: 'deleted' } });
}

/** Returns assets that content can refer to: ready ones, and those deleted later. */
export function findUsable(db: ProjectDb, ids: readonly string[]): Promise<MediaRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const filter = { _id: { $in: [...ids] }, status: { $in: ['ready', 'deleted'] as MediaRecord['status'][] } };
  return openMedia(db).find(filter, { projection: { words: 0, more_words: 0 } });
}

/** Returns a deleted asset whose file is in the trash. */
export function findTrashedAsset(db: ProjectDb, id: string): Promise<MediaRecord | null> {
  return openMedia(db).findOne({ _id: id, status: 'deleted', in_trash: true });
}

/** Returns up to `limit` assets that have or may get a file; of deleted ones, those in the trash. */
export function findSomeWithFiles(db: ProjectDb, limit: number): Promise<MediaRecord[]> {
  const filter = { $or: [{ status: { $ne: 'deleted' as const } }, { in_trash: true as const }] };
  return openMedia(db).find(filter, { limit });
}

/** Returns false if the asset changed since `before` was read. */
export function replaceAsset(db: ProjectDb, before: MediaRecord, after: MediaRecord): Promise<boolean> {
  return openMedia(db).replaceOne({ _id: before._id, revision: before.revision }, after);
}

/** The next assets after an id with an alt text in one of these locales. */
export function findAssetsInLocales(
  db: ProjectDb,
  locales: readonly string[],
  { after, limit }: { after: string; limit: number },
): Promise<MediaRecord[]> {
  const hasAlt = locales.map((id) => ({ [`alts.${id}`]: { $exists: true } }));
  return openMedia(db).find({ _id: { $gt: after }, $or: hasAlt }, { sort: { _id: 1 }, limit });
}

/** Returns false if the asset changed since `before` was read. */
export function deleteAssetRow(db: ProjectDb, before: MediaRecord): Promise<boolean> {
  return openMedia(db).deleteOne({ _id: before._id, revision: before.revision });
}

export interface AssetQuery {
  status: MediaRecord['status'] | undefined;
  /** Prefix of the MIME type in lower case. */
  contentType: string | undefined;
  /** Result of `searchFilter`. */
  search: object | null;
}

export function assetCondition({ status, contentType, search }: AssetQuery): Within<MediaRecord> {
  return {
    status: status ?? { $ne: 'deleted' },
    ...(contentType === undefined ? {} : { content_type: { $regex: `^${literalPattern(contentType)}` } }),
    ...search,
  };
}

/** Returns assets, newest first; the page starts after the id `after`. */
export function findAssets(
  db: ProjectDb,
  query: AssetQuery,
  { after, limit }: { after: string | null; limit: number },
): Promise<MediaRecord[]> {
  const filter = { ...assetCondition(query), ...(after === null ? {} : { _id: { $lt: after } }) };
  return openMedia(db).find(filter, { sort: { _id: -1 }, limit, projection: { words: 0, more_words: 0 } });
}

/** Counts matching assets, up to `cap`. */
export function countAssets(db: ProjectDb, query: AssetQuery, cap: number): Promise<number> {
  return openMedia(db).count(assetCondition(query), cap);
}

/** Returns unconfirmed uploads of all projects that were created before a time, oldest first. */
export async function findPendingSince(
  system: SystemDb,
  before: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<{ projectId: string; record: MediaRecord }[]> {
  const filter = { status: 'pending' as const, created_at: { $lte: before }, _id: { $nin: [...except] } };
  const records = await unscopedRows(system, media)
    .find(filter, { sort: { created_at: 1 }, limit })
    .toArray();
  return records.map((record) => {
    const { project_id } = record as unknown as { project_id: string }; // set by the scope, so it isn't in the type
    return { projectId: project_id, record };
  });
}
