import { earliest } from '../../contract/time.ts';
import { searchFilter } from '../../contract/text/words.ts';
import { limits } from '../../contract/limits.ts';
import { countMetaOf } from '../../contract/paging.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkMediaUrls } from '../links/media-urls.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { fitItems, type RouteResponse, respond } from '../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../core/mongo/index.ts';
import { type AssetQuery, countAssets, findAssets } from './repository.ts';
import type { Asset, AssetList, MediaListQuery, MediaQuery } from './schema.ts';
import { serializeAsset, withUrls } from './serialize.ts';
import { respondWithAsset, readMediaRecord } from './upload/upload.ts';

/** Returns one asset in any state. @throws unknown_media, permanent_media_urls_unavailable */
export async function readAsset(
  context: ProjectContext,
  mediaId: string,
  query: MediaQuery,
): Promise<RouteResponse<Asset>> {
  checkMediaUrls(context, query);
  return respondWithAsset(context, await readMediaRecord(context, mediaId));
}

/** Returns a page of assets, newest first (specification: media-assets). @throws invalid_cursor, query_too_expensive */
export async function listAssets(
  context: ProjectContext,
  query: MediaListQuery,
): Promise<RouteResponse<AssetList>> {
  checkMediaUrls(context, query);
  const limit = query.limit ?? limits.page_size_default;
  const contentType = query.content_type?.toLowerCase();
  const { locale } = context;
  const inLocale = locale === undefined ? [] : [locale.chain[0], locale.mode];
  const list = [
    context.project.id,
    'media',
    query.status ?? '',
    contentType ?? '',
    query.q ?? '',
    ...inLocale,
  ];
  const [position] = query.cursor === undefined ? [null] : context.cursors.decode(list, query.cursor);
  const after = typeof position === 'string' ? position : null;
  const assetQuery: AssetQuery = { status: query.status, contentType, search: searchFilter(query.q) };
  const readRows = () =>
    Promise.all([
      findAssets(context.db, assetQuery, { after, limit: limit + 1 }),
      query.count === true ? countAssets(context.db, assetQuery, limits.count_cap + 1) : null,
    ]);
  const isExpensive = query.q !== undefined || contentType !== undefined || query.count === true;
  const [assets, count] = await (isExpensive ? context.withConcurrencyLimit(readRows) : readRows()).catch(
    (error: unknown) => {
      const name = query.q === undefined ? 'content_type' : 'q';
      throw isTimeLimitExceeded(error) ? apiError('query_too_expensive', { name }, { param: name }) : error;
    },
  );
  const items = await withUrls(context, assets.slice(0, limit));
  const serializedAssets = items.map(({ record, fileUrl }) => serializeAsset(context, record, fileUrl));
  const data = await fitItems(context, serializedAssets);
  const last = data.at(-1)?.id;
  const hasMore = assets.length > data.length && last !== undefined;
  const next_cursor = hasMore ? context.cursors.encode(list, [last]) : null;
  const meta = {
    limit,
    has_more: next_cursor !== null,
    next_cursor,
    next_offset: null,
    ...countMetaOf(count),
  };
  const validUntil = items.map(({ fileUrl }) => fileUrl.renewedAt).reduce(earliest, null);
  return respond({ data, meta }, { validUntil });
}
