import type { FindOptions } from 'mongodb';
import type { ProjectDb, Within } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { assetCondition, type AssetQuery, media, nameCollation } from '../repository.ts';
import type { MediaRecord } from '../schema.ts';
import type { EditorAssetOrder } from './schema.ts';

/** What a list of the dashboard is narrowed by. */
export interface EditorListQuery extends AssetQuery {
  tag: string | undefined;
  /** Pictures without a description alone. */
  undescribed: boolean;
}

/** The asset behind which a page begins. */
export type EditorListPosition = Pick<MediaRecord, '_id' | 'file_name' | 'size_bytes'>;

/** One page in one of the orders; each has an index, of all assets and of those with a tag. */
export function findEditorAssets(
  db: ProjectDb,
  query: EditorListQuery,
  { order, after, limit }: { order: EditorAssetOrder; after: EditorListPosition | null; limit: number },
): Promise<MediaRecord[]> {
  const { tag, undescribed } = query;
  const filters: Within<MediaRecord>[] = [assetCondition(query)];
  if (tag !== undefined) filters.push({ tags: tag });
  if (undescribed) filters.push({ alt: '', content_type: { $regex: '^image/' } });
  if (after !== null) filters.push(behind(order, after));
  const options = { ...orders[order], limit, projection: { words: 0, more_words: 0 } };
  return rows(db, media).find({ $and: filters }, options);
}

const orders: Readonly<Record<EditorAssetOrder, FindOptions>> = {
  newest: { sort: { _id: -1 } },
  oldest: { sort: { _id: 1 } },
  name: { sort: { file_name: 1, _id: 1 }, collation: nameCollation },
  largest: { sort: { size_bytes: -1, _id: -1 } },
};

function behind(
  order: EditorAssetOrder,
  { _id, file_name, size_bytes }: EditorListPosition,
): Within<MediaRecord> {
  if (order === 'newest') return { _id: { $lt: _id } };
  if (order === 'oldest') return { _id: { $gt: _id } };
  // The first condition bounds the scan of the index.
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
