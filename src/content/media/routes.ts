import { errorGroups } from '../../contract/errors/errors.ts';
import { route } from '../../core/http/index.ts';
import {
  Asset,
  AssetList,
  AskUpload,
  ChangeAsset,
  ConfirmUpload,
  MediaListQuery,
  MediaPath,
  MediaQuery,
  Upload,
} from './schema.ts';
import { createUpload, confirmUpload } from './upload/upload.ts';
import { changeAsset } from './change.ts';
import { listAssets, readAsset } from './reading.ts';

/** Uploads don't change the project's revision, so responses about assets are never cached. */
const read = { scope: 'project', key: 'secret', budget: 'read', volatile: true } as const;
const write = { scope: 'project', key: 'secret', budget: 'write' } as const;

export const mediaRoutes = [
  route({
    ...write,
    method: 'POST',
    path: '/v1/media/uploads',
    needs: 'draft',
    area: 'media',
    audits: { none: 'the first step of an upload; its confirmation has the row' },
    summary: 'Creates a signed URL to upload a file to.',
    status: 201,
    input: { body: AskUpload },
    errors: ['invalid_file_name', 'invalid_media_type', 'upload_too_large', 'limit_reached'],
    output: Upload,
    run: (context, { body }) => createUpload(context, body),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/media/uploads/:mediaId/confirm',
    needs: 'draft',
    area: 'media',
    audits: ['media.uploaded', 'media.failed'],
    summary:
      'Confirms an upload. The asset becomes ready, or failed if the file does not match the announced one.',
    input: { path: MediaPath, body: ConfirmUpload },
    bodyOptional: true,
    errors: ['unknown_media'],
    output: Asset,
    run: (context, { path, body }) => confirmUpload(context, path.mediaId, body),
  }),
  route({
    ...read,
    method: 'GET',
    images: true,
    locales: 'list',
    path: '/v1/media',
    needs: 'read',
    area: 'media',
    summary: 'Lists the media assets, newest first.',
    input: { query: MediaListQuery },
    errors: ['permanent_media_urls_unavailable'],
    output: AssetList,
    run: (context, { query }) => listAssets(context, query),
  }),
  route({
    ...read,
    method: 'GET',
    images: true,
    locales: 'item',
    path: '/v1/media/:mediaId',
    needs: 'read',
    area: 'media',
    summary: 'Reads one media asset.',
    input: { path: MediaPath, query: MediaQuery },
    errors: ['unknown_media', 'permanent_media_urls_unavailable'],
    output: Asset,
    run: (context, { path, query }) => readAsset(context, path.mediaId, query),
  }),
  route({
    ...write,
    method: 'PATCH',
    locales: 'write',
    path: '/v1/media/:mediaId',
    needs: 'draft',
    area: 'media',
    audits: 'media.changed',
    summary:
      'Changes the file name, alt text, dimensions, focal point or placeholder. Omitted keys keep their values.',
    input: { path: MediaPath, body: ChangeAsset },
    errors: [...errorGroups.change, 'unknown_media', 'invalid_file_name'],
    output: Asset,
    run: (context, { path, body }) => changeAsset(context, path.mediaId, body),
  }),
];
