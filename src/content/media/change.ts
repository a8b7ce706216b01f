import { type AddressedLocale, writeProject, writtenLocale } from '../../projects/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { itemChangeTags } from '../../contract/events/cache-tags.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext, TrashedItem } from '../../core/context/index.ts';
import type { RouteResponse } from '../../core/http/index.ts';
import { checkIfMatch, putInTrash } from '../../lifecycle/index.ts';
import { auditedAsset } from './audited.ts';
import { uncountTags } from './editor/tags.ts';
import { altsAfterWrite, changedAltLocales } from './locales.ts';
import { emitMediaEvent } from './emit-event.ts';
import { orphanObject, removeObjectNow } from './orphaned-objects/service.ts';
import { deleteAssetRow, replaceAsset } from './repository.ts';
import { moveToTrash } from './trash/restore.ts';
import { isFileName } from './upload/names.ts';
import { invalidFileName } from './upload/rules.ts';
import type { Asset, ChangeAsset, MediaRecord, ReplaceFile } from './schema.ts';
import {
  respondWithAsset,
  changedRecord,
  countMedia,
  isUploaded,
  mergeDetails,
  readMediaRecord,
} from './upload/upload.ts';

/**
 * PATCH: changes name, description, dimensions, focal point or placeholder; null clears a value. A request that changes
 * nothing stores nothing and emits no event.
 * @throws unknown_media, nothing_to_update, invalid_file_name, revision_conflict, unknown_locale
 */
export async function changeAsset(
  context: ProjectContext,
  mediaId: string,
  input: ChangeAsset,
): Promise<RouteResponse<Asset>> {
  if (Object.keys(input).length === 0) throw apiError('nothing_to_update', {});
  if (input.file_name !== undefined && !isFileName(input.file_name)) throw invalidFileName();
  const { record, addressedLocale } = await writeProject(context, async (tx) => {
    const before = await readMediaRecord(tx, mediaId);
    checkIfMatch(tx.ifMatch, before);
    const addressedLocale = tx.writtenLocale === undefined ? null : await writtenLocale(tx);
    const merged = mergedRecord(before, input, addressedLocale);
    if (isDeepStrictEqual(merged, before)) return tx.unchanged({ record: before, addressedLocale });
    tx.noteLocales(await changedAltLocales(tx, before, merged));
    const after = changedRecord(tx, merged, {});
    checkStored(await replaceAsset(tx.db, before, after), after);
    const changed = Object.keys(input);
    const audit = { action: 'media.changed', ...auditedAsset(after), changed } as const;
    if (after.status !== 'ready') return tx.stored(audit, { record: after, addressedLocale }); // it is not visible to readers yet
    await emitMediaEvent(tx, { record: after, before, verb: 'updated' });
    tx.invalidate('media', itemChangeTags('media', mediaId));
    return tx.stored(audit, { record: after, addressedLocale });
  });
  return respondWithAsset(context, record, addressedLocale);
}

/** The record with the sent values. The alt text is that of the addressed locale, everything else is shared. */
function mergedRecord(
  before: MediaRecord,
  { file_name = before.file_name, alt, ...shared }: ChangeAsset,
  addressedLocale: AddressedLocale | null,
): MediaRecord {
  if (addressedLocale === null || addressedLocale.isDefault)
    return { ...before, file_name, ...mergeDetails(before, alt === undefined ? shared : { ...shared, alt }) };
  const { alts, ...rest } = before;
  const details = mergeDetails(before, shared);
  return { ...rest, file_name, ...details, ...altsAfterWrite(alts, addressedLocale.locale.id, alt) };
}

/**
 * Moves an asset and its file to the trash; only for the dashboard. Content keeps its references, which read as
 * `url: null`. Uploads without a file are deleted permanently.
 * @param check - called inside the transaction before the deletion; throws to reject it
 * @throws unknown_media
 */
export async function deleteAsset(
  context: ProjectContext,
  mediaId: string,
  check?: (tx: ProjectContext, mediaId: string) => Promise<void>,
): Promise<void> {
  const orphan = await writeProject(context, async (tx) => {
    const { tags = [], ...before } = await readMediaRecord(tx, mediaId);
    await check?.(tx, before._id);
    const trashId =
      before.status === 'ready' ? await putInTrash(tx, trashedAsset({ ...before, tags })) : null;
    const trash = trashId === null ? {} : { in_trash: true as const };
    const after = changedRecord(tx, before, { status: 'deleted', ...trash });
    await uncountTags(tx.db, tags);
    if (before.status === 'ready') {
      checkStored(await replaceAsset(tx.db, before, after), after);
      tx.invalidate('media', itemChangeTags('media', mediaId));
    } else checkStored(await deleteAssetRow(tx.db, before), after); // content can't refer to it
    countMedia(tx, -1, -before.size_bytes);
    await emitMediaEvent(tx, { record: { ...after, status: before.status }, before, verb: 'deleted' });
    const orphan = trashId === null ? await orphanObject(tx, before) : null;
    if (trashId !== null) await moveToTrash(tx, before);
    return tx.stored({ action: 'media.deleted', ...auditedAsset(before) }, orphan);
  });
  if (orphan !== null) await removeObjectNow(context, orphan);
}

function trashedAsset(record: MediaRecord): TrashedItem {
  const { _id: itemId, file_name: title, size_bytes: bytes } = record;
  return { kind: 'media', itemId, releaseId: null, type: null, title, wasLive: true, record, bytes };
}

/**
 * Replaces the file of an asset with that of an unconfirmed upload; only for the dashboard. Focal point and placeholder
 * come from the upload; name and description stay if none is sent. The URL changes, so that no cache serves the old file.
 * @throws unknown_media (both ids), invalid_file_name, invalid_field_value (file missing), temporarily_unavailable
 */
export async function replaceFile(
  context: ProjectContext,
  mediaId: string,
  { upload_id: uploadId, file_name: name }: ReplaceFile,
): Promise<RouteResponse<Asset>> {
  if (name !== undefined && !isFileName(name)) throw invalidFileName();
  const upload = await readMediaRecord(context, uploadId);
  if (upload.status !== 'pending' || upload._id === mediaId || !(await isUploaded(context, upload)))
    throw apiError(
      'invalid_field_value',
      { name: 'upload_id', why: 'it must be an upload that has its file and is not confirmed yet' },
      { param: 'upload_id' },
    );
  const { record, orphan } = await writeProject(context, async (tx) => {
    const before = await readMediaRecord(tx, mediaId);
    const { content_type, size_bytes, width, height, object, upload_ends_at } = upload;
    const file_name = name ?? before.file_name;
    const file = { file_name, content_type, size_bytes, width, height, object, upload_ends_at };
    const alt = upload.alt || before.alt;
    // Focal point and placeholder describe the old image, so they are cleared.
    const details = mergeDetails({ ...before, ...clearedDetails(before) }, upload);
    const after = changedRecord(tx, before, { ...details, ...file, alt, status: 'ready' });
    checkStored(await deleteAssetRow(tx.db, upload), upload);
    countMedia(tx, -1, -before.size_bytes); // the upload is no longer an asset of its own
    checkStored(await replaceAsset(tx.db, before, after), after);
    await emitMediaEvent(tx, { record: after, before, verb: 'updated' });
    tx.invalidate('media', itemChangeTags('media', mediaId));
    const orphan = await orphanObject(tx, before);
    return tx.stored({ action: 'media.replaced', ...auditedAsset(after) }, { record: after, orphan });
  });
  await removeObjectNow(context, orphan);
  return respondWithAsset(context, record);
}

/** Details that were set once become null; details that were never set stay absent. */
function clearedDetails({
  focal_point,
  placeholder,
}: MediaRecord): Pick<MediaRecord, 'focal_point' | 'placeholder'> {
  return {
    ...(focal_point === undefined ? {} : { focal_point: null }),
    ...(placeholder === undefined ? {} : { placeholder: null }),
  };
}

/** The transaction has read the row, so a write fails only for an upload that another request just confirmed. */
function checkStored(isStored: boolean, { _id }: MediaRecord): void {
  if (!isStored) throw apiError('unknown_media', { mediaId: _id }, { param: 'mediaId' });
}
