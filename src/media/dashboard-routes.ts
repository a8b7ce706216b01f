import { BulkResult, bulkTimeMs } from '../contract/bulk.ts';
import { answer } from '../platform/http/answer.ts';
import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import {
  AssetTagList,
  DeleteAssets,
  DeskAsset,
  DeskAssetList,
  DeskListQuery,
  MediaPlaces,
  TagAssets,
} from './desk/schema.ts';
import { Asset, AssetUses, MediaPath, ReplaceFile } from './schema.ts';
import {
  deleteAsset,
  deleteUnused,
  listAssetTags,
  listDeskAssets,
  placesOfAsset,
  readDeskAsset,
  replaceFile,
  tagAssets,
  usesOfAsset,
} from './service.ts';

const member = { scope: 'project', who: 'member' } as const;

export const mediaScreenRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media',
    summary: 'Lists the assets with their tags, in an order, by tag, without a description, or used nowhere.',
    input: { query: DeskListQuery },
    output: DeskAssetList,
    run: (call, { query }) => listDeskAssets(call, query),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media/:mediaId',
    summary: 'Reads one asset with its tags.',
    input: { path: MediaPath },
    output: DeskAsset,
    run: (call, { path }) => readDeskAsset(call, path.mediaId),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media/:mediaId/places',
    summary: 'Names the places at which the asset stands, drafts and all releases included.',
    input: { path: MediaPath },
    output: MediaPlaces,
    run: (call, { path }) => placesOfAsset(call, path.mediaId),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media-tags',
    summary: 'Lists the tags of the project’s assets.',
    errors: [],
    input: {},
    output: AssetTagList,
    run: (call) => listAssetTags(call),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/media-tags',
    summary: 'Gives up to a hundred assets a tag, or takes it from them, with a result for each.',
    errors: ['limit_reached'],
    input: { body: TagAssets },
    output: BulkResult,
    run: (call, { body }) => tagAssets(call, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/media/bulk-delete',
    summary: 'Deletes up to a hundred assets that are used nowhere, with a result for each.',
    errors: [],
    timeLimitMs: bulkTimeMs,
    input: { body: DeleteAssets },
    output: BulkResult,
    run: (call, { body }) => deleteUnused(call, body.ids),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media/:mediaId/used-by',
    summary: 'Names the pages on which readers see the asset.',
    input: { path: MediaPath },
    output: AssetUses,
    run: (call, { path }) => usesOfAsset(call, path.mediaId),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/media/:mediaId',
    summary: 'Deletes an asset and its file; content that points at it reads `url: null`.',
    status: 204,
    input: { path: MediaPath },
    output: null,
    run: async (call, { path }) => {
      await deleteAsset(call, path.mediaId);
      return answer(null, { status: 204 });
    },
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/media/:mediaId/replace',
    summary: 'Gives an asset the file of an upload that was sent and not confirmed.',
    input: { path: MediaPath, body: ReplaceFile },
    output: Asset,
    run: (call, { path, body }) => replaceFile(call, path.mediaId, body),
  }),
];
