import type { FileAsset, Image } from '../../contract/fields/links.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { Asset, MediaRecord } from './schema.ts';
import { variantsOf } from './images/variants.ts';

/** Where a file is read, as it is served, and when another address is given instead (null: never). */
export interface FileAddress {
  served: { url: string | null; url_expires_at?: string };
  renewedAt: Date | null;
  /** When the address ends; null for one that is permanent, or none. */
  endsAt: Date | null;
}

/** The one place that makes addresses of files: permanent in public projects, signed in private ones. */
export async function addressOf(
  { storage, now }: ProjectContext,
  { status, object }: MediaRecord,
): Promise<FileAddress> {
  if (status !== 'ready') return { served: { url: null }, renewedAt: null, endsAt: null };
  if (!object.private)
    return { served: { url: storage.publicUrlOf(object.key) }, renewedAt: null, endsAt: null };
  const { url, expires_at, renewed_at } = await storage.presignDownload({ ...object, now });
  return {
    served: { url, url_expires_at: expires_at.toISOString() },
    renewedAt: renewed_at,
    endsAt: expires_at,
  };
}

/** Records with their addresses, in the same order. */
export function withAddresses(
  context: ProjectContext,
  records: readonly MediaRecord[],
): Promise<{ record: MediaRecord; address: FileAddress }[]> {
  return Promise.all(records.map(async (record) => ({ record, address: await addressOf(context, record) })));
}

/** An asset as the media endpoints serve it. */
export function serializeAsset(context: ProjectContext, record: MediaRecord, address: FileAddress): Asset {
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
    ...detailsOnceSent(record),
    ...address.served,
    ...variantsAt(context, record, address),
    revision: record.revision,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

/** An asset as content serves it (specification: read-forms). */
export function serializeImage(context: ProjectContext, record: MediaRecord, address: FileAddress): Image {
  const { _id, alt, width, height, content_type } = record;
  const variants = variantsAt(context, record, address);
  return { id: _id, alt, width, height, content_type, ...address.served, ...variants };
}

/** An asset as file fields serve it (specification: read-forms). */
export function serializeFile(record: MediaRecord, { served }: FileAddress): FileAsset {
  const { _id, alt, width, height, content_type, file_name, size_bytes } = record;
  return { id: _id, ...served, file_name, content_type, size_bytes, width, height, alt };
}

function variantsAt(context: ProjectContext, record: MediaRecord, { served, endsAt }: FileAddress) {
  return variantsOf(context, record, { url: served.url, endsAt });
}

/** What assets had not at first: one that was never given it is served as it always was. */
function detailsOnceSent({
  focal_point,
  placeholder,
}: MediaRecord): Pick<Asset, 'focal_point' | 'placeholder'> {
  return {
    ...(focal_point === undefined ? {} : { focal_point }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}
