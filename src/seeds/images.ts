import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { askUpload, assetIdOf, confirmUpload } from '../media/service.ts';
import type { ProjectCall } from '../platform/call.ts';
import { type SeedFault, SeedFilesError } from './faults.ts';
import { isFaults, seedsFolder } from './folders.ts';
import { readForm } from './forms.ts';
import { type ImageFile, ImagesFile } from './schema.ts';
import { readSeedText } from './text.ts';

const list = 'images/images.json';
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
 * Uploads the pictures of `<folder>/images` through the three steps, those that the project does not have yet, and
 * answers which asset is which file's. Doing it again uploads nothing.
 *
 * @throws SeedFilesError for a list with faults or a file that is not there; temporarily_unavailable while the storage
 *   is down; Error in plain words when it refuses a file.
 */
export async function seedImages(call: ProjectCall, folder = seedsFolder): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const image of await readList(folder)) {
    const source = `seed:${image.file}`;
    ids.set(image.file, (await assetIdOf(call, source)) ?? (await upload(call, folder, { image, source })));
  }
  return ids;
}

async function readList(folder: string): Promise<ImageFile[]> {
  const text = await readSeedText(folder, list);
  if (isFaults(text)) throw new SeedFilesError(text);
  const read: readonly (ImageFile | SeedFault)[] = readForm(ImagesFile, text);
  const faults = read.filter((item) => 'message' in item);
  if (faults.length > 0) throw new SeedFilesError(faults);
  return read.flatMap((item) => ('message' in item ? [] : [item]));
}

async function upload(
  call: ProjectCall,
  folder: string,
  { image, source }: { image: ImageFile; source: string },
): Promise<string> {
  const { file, ...details } = image;
  const bytes = await readPicture(folder, file);
  const content_type = types[extname(file)] ?? 'application/octet-stream';
  const input = { file_name: file, content_type, size_bytes: bytes.length, ...details };
  const { body: asked } = await askUpload(call, input, { source, sender: 'service' });
  const { 'Content-Length': _, ...headers } = asked.headers; // fetch writes it itself
  const sent = await fetch(asked.upload_url, {
    method: asked.method,
    headers,
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(sendTimeMs),
  });
  if (!sent.ok)
    throw new Error(`The storage refused ${file} (HTTP ${sent.status}). \`galley doctor\` says why.`);
  const { body: asset } = await confirmUpload(call, asked.media.id);
  if (asset.status === 'ready') return asset.id;
  throw new Error(`The storage took ${file} and does not show it. \`galley doctor\` says why.`);
}

async function readPicture(folder: string, file: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, 'images', file));
  } catch {
    const message = `there is no file images/${file}; put it there, or take it off the list`;
    throw new SeedFilesError([{ file: list, line: null, key: '', message }]);
  }
}
