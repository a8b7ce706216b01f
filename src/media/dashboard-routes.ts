import { Type } from '@sinclair/typebox';
import { answer } from '../platform/http/answer.ts';
import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import { Asset, AssetUses, ReplaceFile } from './schema.ts';
import { deleteAsset, replaceFile, usesOfAsset } from './service.ts';

const member = { scope: 'project', who: 'member' } as const;
const MediaPath = Type.Object({ mediaId: Type.String() });

export const mediaScreenRoutes = [
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
    run: (call, { path, body }) => replaceFile(call, path.mediaId, body.upload_id),
  }),
];
