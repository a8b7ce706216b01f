import { BulkResult, bulkTimeoutMs } from '../../contract/bulk.ts';
import { respond, dashboardRoute } from '../../core/http/index.ts';
import {
  AssetTagList,
  DeleteAssets,
  EditorAsset,
  EditorAssetList,
  EditorAssetQuery,
  MediaUseList,
  TagAssets,
} from './editor/schema.ts';
import { Asset, AssetUses, MediaPath, ReplaceFile } from './schema.ts';
import { deleteAsset, replaceFile } from './change.ts';
import { deleteUnused } from './editor/delete.ts';
import { listAssetTags, tagAssets } from './editor/tags.ts';
import { listEditorAssets, readEditorAsset } from './editor/list.ts';
import { listUses } from './editor/uses.ts';
import { usesOfAsset } from './used-by.ts';

const member = { scope: 'project' } as const;

export const mediaScreenRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media',
    needs: 'read',
    area: 'media',
    summary: 'Lists the assets with their tags, sorted, and filtered by tag, missing description or use.',
    input: { query: EditorAssetQuery },
    output: EditorAssetList,
    run: (context, { query }) => listEditorAssets(context, query),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media/:mediaId',
    needs: 'read',
    area: 'media',
    summary: 'Reads one asset with its tags.',
    input: { path: MediaPath },
    output: EditorAsset,
    run: (context, { path }) => readEditorAsset(context, path.mediaId),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media/:mediaId/places',
    needs: 'read',
    area: 'media',
    summary: 'Lists the uses of an asset, in drafts and all releases.',
    input: { path: MediaPath },
    output: MediaUseList,
    run: (context, { path }) => listUses(context, path.mediaId),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media-tags',
    needs: 'read',
    area: 'media',
    summary: 'Lists the tags of the project’s assets.',
    errors: [],
    input: {},
    output: AssetTagList,
    run: (context) => listAssetTags(context),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/media-tags',
    needs: 'draft',
    area: 'media',
    audits: 'media.tagged',
    summary: 'Adds a tag to up to a hundred assets or removes it, with a result for each.',
    errors: ['limit_reached'],
    input: { body: TagAssets },
    output: BulkResult,
    run: (context, { body }) => tagAssets(context, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/media/bulk-delete',
    needs: 'publish',
    area: 'media',
    audits: 'media.deleted',
    summary: 'Moves up to a hundred unused assets to the trash, with a result for each.',
    errors: [],
    timeLimitMs: bulkTimeoutMs,
    input: { body: DeleteAssets },
    output: BulkResult,
    run: (context, { body }) => deleteUnused(context, body.ids),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/media/:mediaId/used-by',
    needs: 'read',
    area: 'media',
    summary: 'Lists the pages on which readers see the asset.',
    input: { path: MediaPath },
    output: AssetUses,
    run: (context, { path }) => usesOfAsset(context, path.mediaId),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/media/:mediaId',
    needs: 'publish',
    area: 'media',
    audits: 'media.deleted',
    summary: 'Moves an asset and its file to the trash. Content that uses it returns `url: null`.',
    status: 204,
    input: { path: MediaPath },
    output: null,
    run: async (context, { path }) => {
      await deleteAsset(context, path.mediaId);
      return respond(null, { status: 204 });
    },
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/media/:mediaId/replace',
    needs: 'publish',
    area: 'media',
    audits: 'media.replaced',
    summary: 'Replaces the file of an asset with an uploaded file that is not confirmed yet.',
    input: { path: MediaPath, body: ReplaceFile },
    output: Asset,
    run: (context, { path, body }) => replaceFile(context, path.mediaId, body),
  }),
];
