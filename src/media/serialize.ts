import type { Image } from '../contract/links.ts';
import type { ProjectCall } from '../platform/call.ts';
import type { Asset, MediaRecord } from './schema.ts';

/** Where a file is read, as it is served, and when another address is given instead (null: never). */
export interface FileAddress {
  served: { url: string | null; url_expires_at?: string };
  renewedAt: Date | null;
}

/** The one place that makes addresses of files: permanent in public projects, signed in private ones. */
export function addressOf({ storage, now }: ProjectCall, { status, object }: MediaRecord): FileAddress {
  if (status !== 'ready') return { served: { url: null }, renewedAt: null };
  if (!object.private) return { served: { url: storage.publicUrlOf(object.key) }, renewedAt: null };
  const { url, expires_at, renewed_at } = storage.presignDownload({ ...object, now });
  return { served: { url, url_expires_at: expires_at.toISOString() }, renewedAt: renewed_at };
}

/** An asset as the media endpoints serve it. */
export function serializeAsset(record: MediaRecord, { served }: FileAddress): Asset {
  const { _id, file_name, content_type, size_bytes, width, height, alt, status } = record;
  if (status === 'deleted') throw new Error(`${_id} is deleted and not served`);
  return {
    id: _id,
    file_name,
    content_type,
    size_bytes,
    width,
    height,
    alt,
    status,
    ...served,
    revision: record.revision,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

/** An asset as content serves it (specification: read-forms). */
export function serializeImage(record: MediaRecord, { served }: FileAddress): Image {
  const { _id, alt, width, height, content_type } = record;
  return { id: _id, alt, width, height, content_type, ...served };
}
