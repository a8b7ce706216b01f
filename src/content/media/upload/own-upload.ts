import type { ProjectContext } from '../../../core/context/index.ts';
import { confirmUpload, createUpload } from './upload.ts';
import type { Asset, AskUpload } from '../schema.ts';

/**
 * Uploads a file in the three steps of a client (specification: media), for seeds and the command line.
 * @param timeMs - timeout in milliseconds for sending the bytes to the storage
 * @throws the errors of the steps; temporarily_unavailable if the storage is down; Error if the storage rejects the file
 */
export async function uploadFile(
  context: ProjectContext,
  input: Omit<AskUpload, 'size_bytes'>,
  { bytes, timeMs }: { bytes: Uint8Array<ArrayBuffer>; timeMs: number },
): Promise<Asset> {
  const { body: upload } = await createUpload(context, { ...input, size_bytes: bytes.byteLength }, 'service');
  const { 'Content-Length': _, ...headers } = upload.headers; // fetch sets this header
  const response = await fetch(upload.upload_url, {
    method: upload.method,
    headers,
    body: bytes,
    signal: AbortSignal.timeout(timeMs),
  });
  const name = input.file_name;
  if (!response.ok)
    throw new Error(`The storage refused ${name} (HTTP ${response.status}). \`galley doctor\` says why.`);
  const { body: asset } = await confirmUpload(context, upload.media.id);
  if (asset.status === 'ready') return asset;
  throw new Error(`The storage took ${name} and does not show it. \`galley doctor\` says why.`);
}
