import { earliest } from '../../../contract/time.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { searchFilter } from '../../../contract/text/words.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { fitItems, type RouteResponse, respond } from '../../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../../core/mongo/index.ts';
import type { MediaRecord } from '../schema.ts';
import { fileUrlOf, type FileUrl, serializeAsset, withUrls } from '../serialize.ts';
import { readMediaRecord } from '../upload/upload.ts';
import { type EditorListPosition, type EditorListQuery, findEditorAssets } from './list-repository.ts';
import { findUsedIds } from './uses.ts';
import type { EditorAsset, EditorAssetList, EditorAssetQuery, EditorAssetOrder } from './schema.ts';

/** Maximum assets that one request checks for uses, and the number of assets in one query. */
const scannedMax = 500;
const scanBatchSize = 100;

interface EditorPage {
  assets: MediaRecord[];
  /** Position after which the next page starts; null on the last page. */
  next: EditorListPosition | null;
}

/**
 * Lists assets for the dashboard. A page of unused assets can be short or empty although more follow, because a request
 * checks at most 500 assets.
 * @throws invalid_cursor, query_too_expensive
 */
export async function listEditorAssets(
  context: ProjectContext,
  { cursor, limit = limits.page_size_default, ...query }: EditorAssetQuery,
): Promise<RouteResponse<EditorAssetList>> {
  const { sort: order = 'newest', unused = false, undescribed = false, tag, status, q } = query;
  const cursorScope = [context.project.id, 'media-desk', JSON.stringify(query)];
  const after = cursor === undefined ? null : positionIn(context.cursors.decode(cursorScope, cursor));
  const contentType = query.content_type?.toLowerCase();
  const filters: EditorListQuery = { status, contentType, search: searchFilter(q), tag, undescribed };
  const readRows = () => (unused ? readUnused : readPage)(context, filters, { order, after, limit });
  const { assets, next } = await context.withConcurrencyLimit(readRows).catch((error: unknown) => {
    const name = q === undefined ? 'content_type' : 'q';
    throw isTimeLimitExceeded(error) ? apiError('query_too_expensive', { name }, { param: name }) : error;
  });
  const items = await withUrls(context, assets);
  const data = await fitItems(
    context,
    items.map(({ record, fileUrl }) => serializeEditorAsset(context, record, fileUrl)),
  );
  const lastThatFits = data.length < assets.length ? assets[data.length - 1] : undefined;
  const position = lastThatFits === undefined ? next : positionOf(lastThatFits);
  const next_cursor =
    position === null
      ? null
      : context.cursors.encode(cursorScope, [position._id, position.file_name, position.size_bytes]);
  const meta = { limit, has_more: next_cursor !== null, next_cursor, next_offset: null };
  const validUntil = items.map(({ fileUrl }) => fileUrl.renewedAt).reduce(earliest, null);
  return respond({ data, meta }, { validUntil });
}

/** Returns one asset in any state with its tags. @throws unknown_media */
export async function readEditorAsset(context: ProjectContext, mediaId: string): Promise<EditorAsset> {
  const record = await readMediaRecord(context, mediaId);
  return serializeEditorAsset(context, record, await fileUrlOf(context, record));
}

interface PageQuery {
  order: EditorAssetOrder;
  after: EditorListPosition | null;
  limit: number;
}

async function readPage(
  context: ProjectContext,
  filters: EditorListQuery,
  page: PageQuery,
): Promise<EditorPage> {
  const assets = await findEditorAssets(context.db, filters, { ...page, limit: page.limit + 1 });
  const last = assets[page.limit - 1];
  const hasMore = assets.length > page.limit && last !== undefined;
  return { assets: assets.slice(0, page.limit), next: hasMore ? positionOf(last) : null };
}

async function readUnused(
  context: ProjectContext,
  filters: EditorListQuery,
  page: PageQuery,
): Promise<EditorPage> {
  const assets: MediaRecord[] = [];
  let { after } = page;
  for (let scannedCount = 0; scannedCount < scannedMax; scannedCount += scanBatchSize) {
    const batch = await findEditorAssets(context.db, filters, { ...page, after, limit: scanBatchSize });
    const usedIds = await findUsedIds(
      context,
      batch.map(({ _id }) => _id),
    );
    for (const record of batch) {
      if (!usedIds.has(record._id)) assets.push(record);
      if (assets.length === page.limit) return { assets, next: positionOf(record) };
    }
    const last = batch.at(-1);
    if (batch.length < scanBatchSize || last === undefined) return { assets, next: null };
    after = positionOf(last);
  }
  return { assets, next: after };
}

function serializeEditorAsset(context: ProjectContext, record: MediaRecord, fileUrl: FileUrl): EditorAsset {
  return { ...serializeAsset(context, record, fileUrl), tags: record.tags ?? [] };
}

function positionOf({ _id, file_name, size_bytes }: MediaRecord): EditorListPosition {
  return { _id, file_name, size_bytes };
}

/** Cursors are signed, so the values are those of `positionOf`. */
function positionIn([id, name, size]: readonly unknown[]): EditorListPosition {
  return { _id: String(id), file_name: String(name), size_bytes: Number(size) };
}
