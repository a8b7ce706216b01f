import { latest } from '../../../contract/time.ts';
import { storedWords } from '../../../contract/text/words.ts';
import { newId } from '../../../contract/ids.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type AddressedLocale, checkProjectLimit, writeProject } from '../../../projects/index.ts';
import { type ProjectContext, type TxOperations } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import { objectKey, type UploadToSign } from '../../../core/storage/index.ts';
import { auditedAsset } from '../audited.ts';
import { orphanObject } from '../orphaned-objects/service.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { countPending, findAsset, insertAsset, replaceAsset, sizeOfMedia } from '../repository.ts';
import { checkUpload } from './rules.ts';
import { writtenKeys } from '../locales.ts';
import type { Asset, AskUpload, AssetDetails, MediaRecord, Upload } from '../schema.ts';
import { fileUrlOf, serializeAsset } from '../serialize.ts';

/**
 * Step 1: creates a pending asset and signs an upload URL for one type and one size (specification: media).
 * @throws invalid_file_name, invalid_media_type, upload_too_large, limit_reached; temporarily_unavailable if the storage
 * is down or would make a private file public
 */
export async function createUpload(
  context: ProjectContext,
  input: AskUpload,
  sender: UploadToSign['sender'] = 'client',
): Promise<RouteResponse<Upload>> {
  checkUpload(input, context.bounds.uploadBytesMax);
  const id = context.creation?.id ?? newId('media', context.now);
  const object = {
    key: objectKey(context.project.id, id, input.file_name),
    private: context.project.privateMedia,
  };
  // Fails early if the storage is down; the object doesn't exist yet.
  await context.storage.stat(object);
  await context.storage.keepPrivate(object, false);
  const content_type = input.content_type.toLowerCase();
  const signedUpload = context.storage.presignUpload({
    ...object,
    contentType: content_type,
    sizeBytes: input.size_bytes,
    now: context.now,
    sender,
    once: sender === 'client', // the service doesn't hand out its own URLs
  });
  const record: MediaRecord = {
    _id: id,
    file_name: input.file_name,
    content_type,
    size_bytes: input.size_bytes,
    ...mergeDetails({ width: null, height: null, alt: '' }, input),
    status: 'pending',
    object,
    upload_ends_at: signedUpload.expires_at,
    words: [],
    revision: 1,
    created_at: context.now,
    updated_at: context.now,
  };
  await writeProject(context, async (tx) => {
    await checkProjectLimit(tx.bounds.perProject, 'pending_uploads_per_project_max', (max) =>
      countPending(tx.db, max),
    );
    await insertAsset(tx.db, withWords(record));
    countMedia(tx, 1, record.size_bytes);
    return tx.continued(); // the confirmation writes the audit row
  });
  const body: Upload = {
    upload_url: signedUpload.url,
    method: signedUpload.method,
    headers: { ...signedUpload.headers },
    expires_at: signedUpload.expires_at.toISOString(),
    media: serializeAsset(context, record, await fileUrlOf(context, record)),
  };
  return respond(body, { location: `/v1/media/${id}`, validUntil: signedUpload.expires_at });
}

/** Adds to the project's counts of assets and of their bytes. */
export function countMedia(tx: TxOperations<ProjectDb>, assets: number, bytes: number): void {
  tx.count('media_per_project_max', assets, async () => (await sizeOfMedia(tx.db)).count);
  tx.count('media_bytes_per_project_max', bytes, async () => (await sizeOfMedia(tx.db)).bytes);
}

/**
 * Step 3: checks that the uploaded file has the announced type and size, and sets the asset to ready or failed
 * (specification: media). An asset that is not pending is returned unchanged.
 * @throws unknown_media, temporarily_unavailable
 */
export async function confirmUpload(
  context: ProjectContext,
  mediaId: string,
  input: AssetDetails = {},
): Promise<RouteResponse<Asset>> {
  const before = await readMediaRecord(context, mediaId);
  if (before.status !== 'pending') return respondWithAsset(context, before);
  const status = (await isUploaded(context, before)) ? 'ready' : 'failed';
  const after = changedRecord(context, before, { ...mergeDetails(before, input), status });
  if (!(await storeConfirmation(context, before, after))) return confirmUpload(context, mediaId, input); // another request confirmed it first
  return respondWithAsset(context, after);
}

/**
 * Whether the storage contains the announced file.
 * @throws temporarily_unavailable, also if a private file is publicly readable
 */
export async function isUploaded({ storage }: ProjectContext, record: MediaRecord): Promise<boolean> {
  const file = await storage.stat(record.object);
  const isAsAnnounced =
    file !== null &&
    file.sizeBytes === record.size_bytes &&
    file.contentType.toLowerCase() === record.content_type;
  if (isAsAnnounced) await storage.keepPrivate(record.object, true);
  return isAsAnnounced;
}

/**
 * Stores a confirmed upload. Readers don't see it yet, so the project's revision stays
 * (docs/architecture/decisions/0015-media.md). @returns false if another request confirmed it first
 */
function storeConfirmation(
  context: ProjectContext,
  before: MediaRecord,
  after: MediaRecord,
): Promise<boolean> {
  return writeProject(context, async (tx) => {
    if (!(await replaceAsset(tx.db, before, after))) return tx.unchanged(false);
    if (after.status === 'ready')
      return tx.stored({ action: 'media.uploaded', ...auditedAsset(after) }, true);
    await orphanObject(tx, before);
    return tx.stored({ action: 'media.failed', ...auditedAsset(after) }, true);
  });
}

/** Returns an asset of the project in any state but deleted. @throws unknown_media */
export async function readMediaRecord(context: ProjectContext, mediaId: string): Promise<MediaRecord> {
  const asset = await findAsset(context.db, mediaId);
  if (asset === null) throw apiError('unknown_media', { mediaId }, { param: 'mediaId' });
  return asset;
}

/** Returns the record with a change, the next revision and the time of the change. */
export function changedRecord(
  context: ProjectContext,
  before: MediaRecord,
  change: Partial<MediaRecord>,
): MediaRecord {
  const updated_at = latest(before.updated_at, context.now);
  return withWords({ ...before, ...change, revision: before.revision + 1, updated_at });
}

/** The asset with the words of its name and alt texts. */
export function withWords(record: MediaRecord): MediaRecord {
  return { ...record, ...storedWords([record.file_name, record.alt, ...Object.values(record.alts ?? {})]) };
}

type StoredDetails = Pick<MediaRecord, 'width' | 'height' | 'alt' | 'focal_point' | 'placeholder'>;

/** Merges sent details into the stored ones; null clears a value. */
export function mergeDetails(before: StoredDetails, sent: AssetDetails): StoredDetails {
  const focal_point = mergeOptional(before.focal_point, sent.focal_point);
  const placeholder = mergeOptional(before.placeholder, sent.placeholder);
  return {
    width: sent.width === undefined ? before.width : sent.width,
    height: sent.height === undefined ? before.height : sent.height,
    alt: sent.alt === undefined ? before.alt : (sent.alt ?? ''),
    ...(focal_point === undefined ? {} : { focal_point }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

/** Merges a value that can be absent. Null leaves an absent value absent. */
function mergeOptional<T>(before: T | null | undefined, sent: T | null | undefined): T | null | undefined {
  return sent === undefined || (sent === null && before === undefined) ? before : sent;
}

export async function respondWithAsset(
  context: ProjectContext,
  record: MediaRecord,
  addressedLocale: AddressedLocale | null = null,
): Promise<RouteResponse<Asset>> {
  const fileUrl = await fileUrlOf(context, record);
  const inLocale = addressedLocale === null ? {} : writtenKeys(record, addressedLocale);
  return respond(
    { ...serializeAsset(context, record, fileUrl), ...inLocale },
    {
      revision: record.revision,
      validUntil: fileUrl.renewedAt,
    },
  );
}
