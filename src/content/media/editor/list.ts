import { earliest } from '../../../contract/time.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { searchFilter } from '../../../contract/text/words.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { fitItems, type RouteResponse, respond } from '../../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../../core/mongo/index.ts';
import type { MediaRecord } from '../schema.ts';
import { addressOf, type FileAddress, serializeAsset, withAddresses } from '../serialize.ts';
import { readMediaRecord } from '../upload/upload.ts';
import { type EditorListPosition, type EditorListQuery, findEditorAssets } from './list-repository.ts';
import { usedAmong } from './uses.ts';
import type { EditorAsset, EditorAssetList, EditorAssetQuery, EditorAssetOrder } from './schema.ts';

/** Assets that one request looks at for unused ones, and how many of them at once. */
const lookedAtMax = 500;
const lookedAtOnce = 100;

interface DeskPage {
  found: MediaRecord[];
  /** What the next page begins behind; null where this one is the last. */
  next: EditorListPosition | null;
}

/**
 * The project's assets as the dashboard lists them. A page of unused ones may be short, even empty, while more follow:
 * a request looks at 500 assets.
 * @throws invalid_cursor, query_too_expensive
 */
export async function listEditorAssets(
  context: ProjectContext,
  { cursor, limit = limits.page_size_default, ...query }: EditorAssetQuery,
): Promise<RouteResponse<EditorAssetList>> {
  const { sort: order = 'newest', unused = false, undescribed = false, tag, status, q } = query;
  const list = [context.project.id, 'media-desk', JSON.stringify(query)];
  const after = cursor === undefined ? null : positionIn(context.cursors.decode(list, cursor));
  const contentType = query.content_type?.toLowerCase();
  const asked: EditorListQuery = { status, contentType, search: searchFilter(q), tag, undescribed };
  const read = () => (unused ? readUnused : readPage)(context, asked, { order, after, limit });
  const { found: assets, next } = await context.withConcurrencyLimit(read).catch((error: unknown) => {
    const name = q === undefined ? 'content_type' : 'q';
    throw isTimeLimitExceeded(error) ? apiError('query_too_expensive', { name }, { param: name }) : error;
  });
  const items = await withAddresses(context, assets);
  const data = await fitItems(
    context,
    items.map(({ record, address }) => serializeDeskAsset(context, record, address)),
  );
  const cut = data.length < assets.length ? assets[data.length - 1] : undefined;
  const position = cut === undefined ? next : positionOf(cut);
  const next_cursor =
    position === null
      ? null
      : context.cursors.encode(list, [position._id, position.file_name, position.size_bytes]);
  const meta = { limit, has_more: next_cursor !== null, next_cursor, next_offset: null };
  const validUntil = items.map(({ address }) => address.renewedAt).reduce(earliest, null);
  return respond({ data, meta }, { validUntil });
}

/** One asset with its tags, in any state. @throws unknown_media */
export async function readEditorAsset(context: ProjectContext, mediaId: string): Promise<EditorAsset> {
  const record = await readMediaRecord(context, mediaId);
  return serializeDeskAsset(context, record, await addressOf(context, record));
}

interface PageAsked {
  order: EditorAssetOrder;
  after: EditorListPosition | null;
  limit: number;
}

async function readPage(context: ProjectContext, asked: EditorListQuery, page: PageAsked): Promise<DeskPage> {
  const assets = await findEditorAssets(context.db, asked, { ...page, limit: page.limit + 1 });
  const last = assets[page.limit - 1];
  const hasMore = assets.length > page.limit && last !== undefined;
  return { found: assets.slice(0, page.limit), next: hasMore ? positionOf(last) : null };
}

async function readUnused(
  context: ProjectContext,
  asked: EditorListQuery,
  page: PageAsked,
): Promise<DeskPage> {
  const found: MediaRecord[] = [];
  let { after } = page;
  for (let lookedAt = 0; lookedAt < lookedAtMax; lookedAt += lookedAtOnce) {
    const batch = await findEditorAssets(context.db, asked, { ...page, after, limit: lookedAtOnce });
    const used = await usedAmong(
      context,
      batch.map(({ _id }) => _id),
    );
    for (const record of batch) {
      if (!used.has(record._id)) found.push(record);
      if (found.length === page.limit) return { found, next: positionOf(record) };
    }
    const last = batch.at(-1);
    if (batch.length < lookedAtOnce || last === undefined) return { found, next: null };
    after = positionOf(last);
  }
  return { found, next: after };
}

function serializeDeskAsset(context: ProjectContext, record: MediaRecord, address: FileAddress): EditorAsset {
  return { ...serializeAsset(context, record, address), tags: record.tags ?? [] };
}

function positionOf({ _id, file_name, size_bytes }: MediaRecord): EditorListPosition {
  return { _id, file_name, size_bytes };
}

/** A cursor holds what this service wrote into it. */
function positionIn([id, name, size]: readonly unknown[]): EditorListPosition {
  return { _id: String(id), file_name: String(name), size_bytes: Number(size) };
}
