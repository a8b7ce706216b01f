import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { askUpload, confirmUpload } from '../../media/service.ts';
import type { ProjectCall } from '../../platform/call.ts';
import type { ImageSeed } from '../images.ts';
import type { Loading } from './loading.ts';

/** One picture of the seeds is small; a storage that takes longer than this does not work. */
const sendTimeMs = 15_000;

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
};

/**
 * Uploads the pictures through the three steps, as a client would (spec, "Media").
 * @throws temporarily_unavailable while the storage is down; Error in plain words when it refuses a file
 */
export async function loadImages(loading: Loading, images: readonly ImageSeed[]): Promise<void> {
  for (const image of images) {
    await loading.load(image.name, async () => upload(await loading.doors.project(), image));
  }
}

async function upload(call: ProjectCall, { path, sizeBytes, data }: ImageSeed): Promise<string> {
  const { file, ...details } = data;
  const content_type = types[extname(file)] ?? 'application/octet-stream';
  const input = { file_name: file, content_type, size_bytes: sizeBytes, ...details };
  const { body: asked } = await askUpload(call, input, 'service');
  const { 'Content-Length': _, ...headers } = asked.headers; // fetch writes it itself
  const sent = await fetch(asked.upload_url, {
    method: asked.method,
    headers,
    body: new Uint8Array(await readFile(path)),
    signal: AbortSignal.timeout(sendTimeMs),
  });
  if (!sent.ok)
    throw new Error(`The storage refused ${file} (HTTP ${sent.status}). \`galley doctor\` says why.`);
  const { body: asset } = await confirmUpload(call, asked.media.id);
  if (asset.status === 'ready') return asset.id;
  throw new Error(`The storage took ${file} and does not show it. \`galley doctor\` says why.`);
}
