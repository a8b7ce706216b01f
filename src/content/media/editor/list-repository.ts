import type { FindOptions } from 'mongodb';
import type { ProjectDb, Within } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { assetCondition, type AssetQuery, media, nameCollation } from '../repository.ts';
import type { MediaRecord } from '../schema.ts';
import type { EditorAssetOrder } from './schema.ts';

/** Filters of the dashboard's list. */
export interface EditorListQuery extends AssetQuery {
  tag: string | undefined;
  /** Only images without a description. */
  undescribed: boolean;
}

/** Sort keys of the asset after which a page starts. */
export type EditorListPosition = Pick<MediaRecord, '_id' | 'file_name' | 'size_bytes'>;

/** Returns one page. Every sort order has an index over all assets and one over tagged assets. */
export function findEditorAssets(
  db: ProjectDb,
  query: EditorListQuery,
  { order, after, limit }: { order: EditorAssetOrder; after: EditorListPosition | null; limit: number },
): Promise<MediaRecord[]> {
  const { tag, undescribed } = query;
  const filters: Within<MediaRecord>[] = [assetCondition(query)];
  if (tag !== undefined) filters.push({ tags: tag });
  if (undescribed) filters.push({ alt: '', content_type: { $regex: '^image/' } });
  if (after !== null) filters.push(afterPosition(order, after));
  const options = { ...orders[order], limit, projection: { words: 0, more_words: 0 } };
  return rows(db, media).find({ $and: filters }, options);
}

const orders: Readonly<Record<EditorAssetOrder, FindOptions>> = {
  newest: { sort: { _id: -1 } },
  oldest: { sort: { _id: 1 } },
  name: { sort: { file_name: 1, _id: 1 }, collation: nameCollation },
  largest: { sort: { size_bytes: -1, _id: -1 } },
};

function afterPosition(
  order: EditorAssetOrder,
  { _id, file_name, size_bytes }: EditorListPosition,
): Within<MediaRecord> {
  if (order === 'newest') return { _id: { $lt: _id } };
  if (order === 'oldest') return { _id: { $gt: _id } };
  // The first condition limits the index scan.
  if (order === 'name')
    return {
      file_name: { $gte: file_name },
      $or: [{ file_name: { $gt: file_name } }, { _id: { $gt: _id } }],
    };
  return {
    size_bytes: { $lte: size_bytes },
    $or: [{ size_bytes: { $lt: size_bytes } }, { _id: { $lt: _id } }],
  };
}
