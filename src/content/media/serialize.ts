import type { FileAsset, Image } from '../../contract/fields/links.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { Asset, MediaRecord } from './schema.ts';
import { altAlong, localizedKeys } from './locales.ts';
import { variantsOf } from './images/variants.ts';

/** The URL of a file. */
export interface FileUrl {
  /** The keys of the URL in responses. */
  served: { url: string | null; url_expires_at?: string };
  /** When responses begin to contain a new URL; null for never. */
  renewedAt: Date | null;
  /** When the URL expires; null for a permanent URL or none. */
  expiresAt: Date | null;
}

/** Returns the URL of a file: permanent in public projects, signed in private ones. No other function creates such URLs. */
export async function fileUrlOf(
  { storage, now, realNow = now }: ProjectContext,
  { status, object }: MediaRecord,
): Promise<FileUrl> {
  if (status !== 'ready') return { served: { url: null }, renewedAt: null, expiresAt: null };
  if (!object.private)
    return { served: { url: storage.publicUrlOf(object.key) }, renewedAt: null, expiresAt: null };
  const { url, expires_at, renewed_at } = await storage.presignDownload({ ...object, now: realNow });
  return {
    served: { url, url_expires_at: expires_at.toISOString() },
    renewedAt: renewed_at,
    expiresAt: expires_at,
  };
}

/** Returns the records with the URLs of their files, in the same order. */
export function withUrls(
  context: ProjectContext,
  records: readonly MediaRecord[],
): Promise<{ record: MediaRecord; fileUrl: FileUrl }[]> {
  return Promise.all(records.map(async (record) => ({ record, fileUrl: await fileUrlOf(context, record) })));
}

/** Serializes an asset for the media endpoints. */
export function serializeAsset(context: ProjectContext, record: MediaRecord, fileUrl: FileUrl): Asset {
  const { _id, file_name, content_type, size_bytes, width, height, status } = record;
  if (status === 'deleted') throw new Error(`${_id} is deleted and not served`);
  return {
    id: _id,
    file_name,
    content_type,
    size_bytes,
    width,
    height,
    ...localizedKeys(context, record),
    status,
    ...optionalDetails(record),
    ...fileUrl.served,
    ...variantsAt(context, record, fileUrl),
    revision: record.revision,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

/** Serializes an asset as an image in content (specification: read-forms). */
export function serializeImage(context: ProjectContext, record: MediaRecord, fileUrl: FileUrl): Image {
  const { _id, width, height, content_type } = record;
  const alt = altIn(context, record);
  const variants = variantsAt(context, record, fileUrl);
  return { id: _id, alt, width, height, content_type, ...fileUrl.served, ...variants };
}

/** Serializes an asset as the value of a file field (specification: read-forms). */
export function serializeFile(context: ProjectContext, record: MediaRecord, { served }: FileUrl): FileAsset {
  const { _id, width, height, content_type, file_name, size_bytes } = record;
  return {
    id: _id,
    ...served,
    file_name,
    content_type,
    size_bytes,
    width,
    height,
    alt: altIn(context, record),
  };
}

function altIn({ db: { locale } }: ProjectContext, record: MediaRecord): string {
  return locale === null ? record.alt : altAlong(record, locale.chain);
}

function variantsAt(context: ProjectContext, record: MediaRecord, { served, expiresAt }: FileUrl) {
  return variantsOf(context, record, { url: served.url, expiresAt });
}

/** Returns the details that were added to the API later. They are omitted if they were never set. */
function optionalDetails({
  focal_point,
  placeholder,
}: MediaRecord): Pick<Asset, 'focal_point' | 'placeholder'> {
  return {
    ...(focal_point === undefined ? {} : { focal_point }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}
