import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ProjectContext } from '../../../core/context/index.ts';
import { confirmUpload, createUpload } from './upload.ts';
import type { Asset, AskUpload } from '../schema.ts';

/** The content of a file: bytes in memory, or a file that is streamed. */
export type UploadContent = { bytes: Uint8Array<ArrayBuffer> } | { path: string; sizeBytes: number };

/**
 * Uploads a file in the three steps of a client (specification: media), for seeds and the command line.
 * @param timeMs - timeout in milliseconds for sending the bytes to the storage
 * @throws the errors of the steps; temporarily_unavailable if the storage is down; Error if the storage rejects the file
 */
export async function uploadFile(
  context: ProjectContext,
  input: Omit<AskUpload, 'size_bytes'>,
  { timeMs, ...content }: UploadContent & { timeMs: number },
): Promise<Asset> {
  const sizeBytes = 'bytes' in content ? content.bytes.byteLength : content.sizeBytes;
  const { body: upload } = await createUpload(context, { ...input, size_bytes: sizeBytes }, 'service');
  const { 'Content-Length': length, ...headers } = upload.headers; // fetch sets this header for bytes
  const body = 'bytes' in content ? content.bytes : Readable.toWeb(createReadStream(content.path));
  const response = await fetch(upload.upload_url, {
    method: upload.method,
    headers: 'bytes' in content || length === undefined ? headers : { ...headers, 'Content-Length': length },
    body: body as RequestInit['body'],
    duplex: 'half',
    signal: AbortSignal.timeout(timeMs),
  } as RequestInit);
  const name = input.file_name;
  await response.body?.cancel();
  if (!response.ok)
    throw new Error(
      `The storage rejected ${name} (HTTP ${response.status}). Run \`galley doctor\` to find the cause.`,
    );
  const { body: asset } = await confirmUpload(context, upload.media.id);
  if (asset.status === 'ready') return asset;
  throw new Error(
    `The storage accepted ${name}, but does not contain it. Run \`galley doctor\` to find the cause.`,
  );
}
