import { writeProject } from '../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { itemChangeTags } from '../../contract/events/cache-tags.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import type { RouteResponse } from '../../core/http/index.ts';
import { checkIfMatch } from '../../lifecycle/index.ts';
import { auditedAsset } from './audited.ts';
import { forgetTags } from './editor/tags.ts';
import { emitMediaEvent } from './emit-event.ts';
import { orphanObject, removeObjectNow } from './orphaned-objects/service.ts';
import { deleteAsset as deleteRecord, replaceAsset } from './repository.ts';
import { isFileName } from './upload/names.ts';
import { badFileName } from './upload/rules.ts';
import type { Asset, ChangeAsset, MediaRecord, ReplaceFile } from './schema.ts';
import {
  answerAsset,
  changedRecord,
  countMedia,
  isUploaded,
  mergedDetails,
  readMediaRecord,
} from './upload/upload.ts';

/**
 * PATCH: changes name, description, dimensions, focal point or placeholder; null clears. What changes nothing is not stored and emits no event.
 * @throws unknown_media, nothing_to_update, invalid_file_name, revision_conflict
 */
export async function changeAsset(
  context: ProjectContext,
  mediaId: string,
  input: ChangeAsset,
): Promise<RouteResponse<Asset>> {
  if (Object.keys(input).length === 0) throw apiError('nothing_to_update', {});
  if (input.file_name !== undefined && !isFileName(input.file_name)) throw badFileName();
  const record = await writeProject(context, async (tx) => {
    const before = await readMediaRecord(tx, mediaId);
    checkIfMatch(tx.ifMatch, before);
    const sent = { file_name: input.file_name ?? before.file_name, ...mergedDetails(before, input) };
    if (isDeepStrictEqual({ ...before, ...sent }, before)) return tx.unchanged(before);
    const after = changedRecord(tx, before, sent);
    await store(await replaceAsset(tx.db, before, after), after);
    const changed = Object.keys(input);
    const audit = { action: 'media.changed', ...auditedAsset(after), changed } as const;
    if (after.status !== 'ready') return tx.stored(audit, after); // no reader has seen it yet
    await emitMediaEvent(tx, { record: after, verb: 'updated' });
    tx.invalidate('media', itemChangeTags('media', mediaId));
    return tx.stored(audit, after);
  });
  return answerAsset(context, record);
}

/**
 * Deletes an asset and its file; the dashboard's alone. Content goes on pointing at it and reads `url: null`.
 * @param refuse - looks at it inside the transaction first, and may throw
 * @throws unknown_media
 */
export async function deleteAsset(
  context: ProjectContext,
  mediaId: string,
  refuse?: (tx: ProjectContext, mediaId: string) => Promise<void>,
): Promise<void> {
  const leftover = await writeProject(context, async (tx) => {
    const { tags = [], ...before } = await readMediaRecord(tx, mediaId);
    await refuse?.(tx, before._id);
    const after = changedRecord(tx, before, { status: 'deleted' });
    await forgetTags(tx.db, tags);
    if (before.status === 'ready') {
      await store(await replaceAsset(tx.db, before, after), after);
      tx.invalidate('media', itemChangeTags('media', mediaId));
    } else await store(await deleteRecord(tx.db, before), after); // nothing could point at it
    countMedia(tx, -1, -before.size_bytes);
    await emitMediaEvent(tx, { record: { ...after, status: before.status }, verb: 'deleted' });
    const leftover = await orphanObject(tx, before);
    return tx.stored({ action: 'media.deleted', ...auditedAsset(before) }, leftover);
  });
  await removeObjectNow(context, leftover);
}

/**
 * Gives an asset the file of an upload that was sent and not confirmed; the dashboard's alone. The asset keeps its id,
 * its name unless another one is sent and, unless the upload has one, its description; focal point and placeholder are
 * those of the upload. Its address changes, so that no cache shows the old file.
 * @throws unknown_media for both ids, invalid_file_name, invalid_field_value when the file is not there, temporarily_unavailable
 */
export async function replaceFile(
  context: ProjectContext,
  mediaId: string,
  { upload_id: uploadId, file_name: name }: ReplaceFile,
): Promise<RouteResponse<Asset>> {
  if (name !== undefined && !isFileName(name)) throw badFileName();
  const upload = await readMediaRecord(context, uploadId);
  if (upload.status !== 'pending' || upload._id === mediaId || !(await isUploaded(context, upload)))
    throw apiError(
      'invalid_field_value',
      { name: 'upload_id', why: 'it must be an upload that has its file and is not confirmed yet' },
      { param: 'upload_id' },
    );
  const { record, leftover } = await writeProject(context, async (tx) => {
    const before = await readMediaRecord(tx, mediaId);
    const { content_type, size_bytes, width, height, object, upload_ends_at } = upload;
    const file_name = name ?? before.file_name;
    const file = { file_name, content_type, size_bytes, width, height, object, upload_ends_at };
    const alt = upload.alt || before.alt;
    // Another picture has another focal point and another placeholder: those of the old one do not stay.
    const seen = mergedDetails({ ...before, ...cleared(before) }, upload);
    const after = changedRecord(tx, before, { ...seen, ...file, alt, status: 'ready' });
    await store(await deleteRecord(tx.db, upload), upload);
    countMedia(tx, -1, -before.size_bytes); // the upload is no asset of its own any more
    await store(await replaceAsset(tx.db, before, after), after);
    await emitMediaEvent(tx, { record: after, verb: 'updated' });
    tx.invalidate('media', itemChangeTags('media', mediaId));
    const leftover = await orphanObject(tx, before);
    return tx.stored({ action: 'media.replaced', ...auditedAsset(after) }, { record: after, leftover });
  });
  await removeObjectNow(context, leftover);
  return answerAsset(context, record);
}

/** What an asset had once stays known as nothing. */
function cleared({
  focal_point,
  placeholder,
}: MediaRecord): Pick<MediaRecord, 'focal_point' | 'placeholder'> {
  return {
    ...(focal_point === undefined ? {} : { focal_point: null }),
    ...(placeholder === undefined ? {} : { placeholder: null }),
  };
}

/** The transaction read what it replaces, so that a miss can only be an upload that another request confirmed meanwhile. */
async function store(isStored: boolean, { _id }: MediaRecord): Promise<void> {
  if (!isStored) throw apiError('unknown_media', { mediaId: _id }, { param: 'mediaId' });
}
