import type { ProjectContext } from '../../../core/context/index.ts';
import { confirmUpload, askUpload } from './upload.ts';
import type { Asset, AskUpload } from '../schema.ts';

/**
 * Takes a file that is at hand through the three steps, as a client would (specification: media): seeds, the command line.
 * @param timeMs - how long the storage may take for the bytes
 * @throws what the steps refuse; temporarily_unavailable while the storage is down; Error in plain words when it refuses
 * the file
 */
export async function uploadFile(
  context: ProjectContext,
  input: Omit<AskUpload, 'size_bytes'>,
  { bytes, timeMs }: { bytes: Uint8Array<ArrayBuffer>; timeMs: number },
): Promise<Asset> {
  const { body: asked } = await askUpload(context, { ...input, size_bytes: bytes.byteLength }, 'service');
  const { 'Content-Length': _, ...headers } = asked.headers; // fetch writes it itself
  const sent = await fetch(asked.upload_url, {
    method: asked.method,
    headers,
    body: bytes,
    signal: AbortSignal.timeout(timeMs),
  });
  const name = input.file_name;
  if (!sent.ok)
    throw new Error(`The storage refused ${name} (HTTP ${sent.status}). \`galley doctor\` says why.`);
  const { body: asset } = await confirmUpload(context, asked.media.id);
  if (asset.status === 'ready') return asset;
  throw new Error(`The storage took ${name} and does not show it. \`galley doctor\` says why.`);
}
