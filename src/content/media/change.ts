import { isDeepStrictEqual } from 'node:util';
import { itemChangeTags } from '../../contract/events/cache-tags.ts';
import { problem } from '../../contract/errors/problem.ts';
import { type ProjectCall, transact } from '../../core/context/index.ts';
import type { Answer } from '../../core/http/index.ts';
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
  call: ProjectCall,
  mediaId: string,
  input: ChangeAsset,
): Promise<Answer<Asset>> {
  if (Object.keys(input).length === 0) throw problem('nothing_to_update', {});
  if (input.file_name !== undefined && !isFileName(input.file_name)) throw badFileName();
  const record = await transact(call, async (inside) => {
    const before = await readMediaRecord(inside, mediaId);
    checkIfMatch(inside.ifMatch, before);
    const sent = { file_name: input.file_name ?? before.file_name, ...mergedDetails(before, input) };
    if (isDeepStrictEqual({ ...before, ...sent }, before)) return inside.unchanged(before);
    const after = changedRecord(inside, before, sent);
    await store(await replaceAsset(inside.db, before, after), after);
    const changed = Object.keys(input);
    const audit = { action: 'media.changed', ...auditedAsset(after), changed } as const;
    if (after.status !== 'ready') return inside.stored(audit, after); // no reader has seen it yet
    await emitMediaEvent(inside, { record: after, verb: 'updated' });
    inside.touch('media', itemChangeTags('media', mediaId));
    return inside.stored(audit, after);
  });
  return answerAsset(call, record);
}

/**
 * Deletes an asset and its file; the dashboard's alone. Content goes on pointing at it and reads `url: null`.
 * @param refuse - looks at it inside the transaction first, and may throw
 * @throws unknown_media
 */
export async function deleteAsset(
  call: ProjectCall,
  mediaId: string,
  refuse?: (inside: ProjectCall, mediaId: string) => Promise<void>,
): Promise<void> {
  const leftover = await transact(call, async (inside) => {
    const { tags = [], ...before } = await readMediaRecord(inside, mediaId);
    await refuse?.(inside, before._id);
    const after = changedRecord(inside, before, { status: 'deleted' });
    await forgetTags(inside.db, tags);
    if (before.status === 'ready') {
      await store(await replaceAsset(inside.db, before, after), after);
      inside.touch('media', itemChangeTags('media', mediaId));
    } else await store(await deleteRecord(inside.db, before), after); // nothing could point at it
    countMedia(inside, -1, -before.size_bytes);
    await emitMediaEvent(inside, { record: { ...after, status: before.status }, verb: 'deleted' });
    const leftover = await orphanObject(inside, before);
    return inside.stored({ action: 'media.deleted', ...auditedAsset(before) }, leftover);
  });
  await removeObjectNow(call, leftover);
}

/**
 * Gives an asset the file of an upload that was sent and not confirmed; the dashboard's alone. The asset keeps its id,
 * its name unless another one is sent and, unless the upload has one, its description; focal point and placeholder are
 * those of the upload. Its address changes, so that no cache shows the old file.
 * @throws unknown_media for both ids, invalid_file_name, invalid_field_value when the file is not there, temporarily_unavailable
 */
export async function replaceFile(
  call: ProjectCall,
  mediaId: string,
  { upload_id: uploadId, file_name: name }: ReplaceFile,
): Promise<Answer<Asset>> {
  if (name !== undefined && !isFileName(name)) throw badFileName();
  const upload = await readMediaRecord(call, uploadId);
  if (upload.status !== 'pending' || upload._id === mediaId || !(await isUploaded(call, upload)))
    throw problem(
      'invalid_field_value',
      { name: 'upload_id', why: 'it must be an upload that has its file and is not confirmed yet' },
      { param: 'upload_id' },
    );
  const { record, leftover } = await transact(call, async (inside) => {
    const before = await readMediaRecord(inside, mediaId);
    const { content_type, size_bytes, width, height, object, upload_ends_at } = upload;
    const file_name = name ?? before.file_name;
    const file = { file_name, content_type, size_bytes, width, height, object, upload_ends_at };
    const alt = upload.alt || before.alt;
    // Another picture has another focal point and another placeholder: those of the old one do not stay.
    const seen = mergedDetails({ ...before, ...cleared(before) }, upload);
    const after = changedRecord(inside, before, { ...seen, ...file, alt, status: 'ready' });
    await store(await deleteRecord(inside.db, upload), upload);
    countMedia(inside, -1, -before.size_bytes); // the upload is no asset of its own any more
    await store(await replaceAsset(inside.db, before, after), after);
    await emitMediaEvent(inside, { record: after, verb: 'updated' });
    inside.touch('media', itemChangeTags('media', mediaId));
    const leftover = await orphanObject(inside, before);
    return inside.stored({ action: 'media.replaced', ...auditedAsset(after) }, { record: after, leftover });
  });
  await removeObjectNow(call, leftover);
  return answerAsset(call, record);
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
  if (!isStored) throw problem('unknown_media', { mediaId: _id }, { param: 'mediaId' });
}
