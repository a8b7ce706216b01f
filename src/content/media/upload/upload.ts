import { latest } from '../../../contract/time.ts';
import { storedWords } from '../../../contract/text/words.ts';
import { newId } from '../../../contract/ids.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { checkProjectLimit, writeProject } from '../../../projects/index.ts';
import { type ProjectContext, type TxOperations } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import { objectKey, type UploadToSign } from '../../../core/storage/index.ts';
import { auditedAsset } from '../audited.ts';
import { orphanObject } from '../orphaned-objects/service.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { countPending, findAsset, insertAsset, replaceAsset, sizeOfMedia } from '../repository.ts';
import { checkUpload } from './rules.ts';
import type { Asset, AskUpload, AssetDetails, MediaRecord, Upload } from '../schema.ts';
import { addressOf, serializeAsset } from '../serialize.ts';

/**
 * Step 1: gives the file a place and signs the address to send it to, for one type and one length (specification: media).
 * @throws invalid_file_name, invalid_media_type, upload_too_large, limit_reached; temporarily_unavailable when the storage is down
 * or would make public what is private
 */
export async function askUpload(
  context: ProjectContext,
  input: AskUpload,
  sender: UploadToSign['sender'] = 'client',
): Promise<RouteResponse<Upload>> {
  checkUpload(input, context.bounds.uploadBytesMax);
  const id = newId('media', context.now);
  const object = {
    key: objectKey(context.project.id, id, input.file_name),
    private: context.project.privateMedia,
  };
  // Nothing is there yet; but a storage that is down would refuse the file, and it is better to hear it now.
  await context.storage.stat(object);
  await context.storage.keepPrivate(object, false);
  const content_type = input.content_type.toLowerCase();
  const signed = context.storage.presignUpload({
    ...object,
    contentType: content_type,
    sizeBytes: input.size_bytes,
    now: context.now,
    sender,
    once: sender === 'client', // the service's own address goes nowhere
  });
  const record: MediaRecord = {
    _id: id,
    file_name: input.file_name,
    content_type,
    size_bytes: input.size_bytes,
    ...mergedDetails({ width: null, height: null, alt: '' }, input),
    status: 'pending',
    object,
    upload_ends_at: signed.expires_at,
    words: [],
    revision: 1,
    created_at: context.now,
    updated_at: context.now,
  };
  await writeProject(context, async (tx) => {
    await checkProjectLimit(tx.bounds.perProject, 'pending_uploads_per_project_max', (most) =>
      countPending(tx.db, most),
    );
    await insertAsset(tx.db, withWords(record));
    countMedia(tx, 1, record.size_bytes);
    return tx.continued(); // the audit log records its confirmation
  });
  const body: Upload = {
    upload_url: signed.url,
    method: signed.method,
    headers: { ...signed.headers },
    expires_at: signed.expires_at.toISOString(),
    media: serializeAsset(context, record, await addressOf(context, record)),
  };
  return respond(body, { location: `/v1/media/${id}`, validUntil: signed.expires_at });
}

/** Keeps the count of the project's assets and of their bytes. */
export function countMedia(tx: TxOperations<ProjectDb>, assets: number, bytes: number): void {
  tx.count('media_per_project_max', assets, async () => (await sizeOfMedia(tx.db)).count);
  tx.count('media_bytes_per_project_max', bytes, async () => (await sizeOfMedia(tx.db)).bytes);
}

/**
 * Step 3: looks whether the file is there as it was announced, and makes the asset ready or failed for good. An asset
 * that is not pending any more is answered as it is (specification: media).
 * @throws unknown_media, temporarily_unavailable
 */
export async function confirmUpload(
  context: ProjectContext,
  mediaId: string,
  input: AssetDetails = {},
): Promise<RouteResponse<Asset>> {
  const before = await readMediaRecord(context, mediaId);
  if (before.status !== 'pending') return answerAsset(context, before);
  const status = (await isUploaded(context, before)) ? 'ready' : 'failed';
  const after = changedRecord(context, before, { ...mergedDetails(before, input), status });
  if (!(await settle(context, before, after))) return confirmUpload(context, mediaId, input); // another request was quicker
  return answerAsset(context, after);
}

/** Whether the storage holds the file that was announced. @throws temporarily_unavailable, also while a private one is open to all */
export async function isUploaded({ storage }: ProjectContext, record: MediaRecord): Promise<boolean> {
  const found = await storage.stat(record.object);
  const isIt =
    found !== null &&
    found.sizeBytes === record.size_bytes &&
    found.contentType.toLowerCase() === record.content_type;
  if (isIt) await storage.keepPrivate(record.object, true);
  return isIt;
}

/** Readers see no difference, so the revision stays (docs/architecture/decisions/0015-media.md). */
function settle(context: ProjectContext, before: MediaRecord, after: MediaRecord): Promise<boolean> {
  return writeProject(context, async (tx) => {
    if (!(await replaceAsset(tx.db, before, after))) return tx.unchanged(false);
    if (after.status === 'ready')
      return tx.stored({ action: 'media.uploaded', ...auditedAsset(after) }, true);
    await orphanObject(tx, before);
    return tx.stored({ action: 'media.failed', ...auditedAsset(after) }, true);
  });
}

/** An asset of the project in any state. @throws unknown_media */
export async function readMediaRecord(context: ProjectContext, mediaId: string): Promise<MediaRecord> {
  const asset = await findAsset(context.db, mediaId);
  if (asset === null) throw apiError('unknown_media', { mediaId }, { param: 'mediaId' });
  return asset;
}

/** The record after one more change. */
export function changedRecord(
  context: ProjectContext,
  before: MediaRecord,
  change: Partial<MediaRecord>,
): MediaRecord {
  const updated_at = latest(before.updated_at, context.now);
  return withWords({ ...before, ...change, revision: before.revision + 1, updated_at });
}

function withWords(record: MediaRecord): MediaRecord {
  return { ...record, ...storedWords([record.file_name, record.alt]) };
}

type KnownDetails = Pick<MediaRecord, 'width' | 'height' | 'alt' | 'focal_point' | 'placeholder'>;

/** What was sent, laid over what is known; null clears. */
export function mergedDetails(before: KnownDetails, sent: AssetDetails): KnownDetails {
  const focal_point = mergedLater(before.focal_point, sent.focal_point);
  const placeholder = mergedLater(before.placeholder, sent.placeholder);
  return {
    width: sent.width === undefined ? before.width : sent.width,
    height: sent.height === undefined ? before.height : sent.height,
    alt: sent.alt === undefined ? before.alt : (sent.alt ?? ''),
    ...(focal_point === undefined ? {} : { focal_point }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

/** The same for what older assets have not: where nothing was, null clears nothing. */
function mergedLater<T>(before: T | null | undefined, sent: T | null | undefined): T | null | undefined {
  return sent === undefined || (sent === null && before === undefined) ? before : sent;
}

export async function answerAsset(
  context: ProjectContext,
  record: MediaRecord,
): Promise<RouteResponse<Asset>> {
  const address = await addressOf(context, record);
  return respond(serializeAsset(context, record, address), {
    revision: record.revision,
    validUntil: address.renewedAt,
  });
}
