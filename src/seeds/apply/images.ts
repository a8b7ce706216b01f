import { readFile } from 'node:fs/promises';
import { typeOfFile, uploadFile } from '../../media/service.ts';
import type { ProjectCall } from '../../platform/call.ts';
import type { ImageSeed } from '../images.ts';
import type { Loading } from './loading.ts';

/** One picture of the seeds is small; a storage that takes longer than this does not work. */
const sendTimeMs = 15_000;

/**
 * Uploads the pictures through the three steps, as a client would (specification: media).
 * @throws temporarily_unavailable while the storage is down; Error in plain words when it refuses a file
 */
export async function loadImages(loading: Loading, images: readonly ImageSeed[]): Promise<void> {
  for (const image of images) {
    await loading.load(image.name, async () => upload(await loading.doors.project(), image));
  }
}

async function upload(call: ProjectCall, { path, data }: ImageSeed): Promise<string> {
  const { file, ...details } = data;
  const input = { file_name: file, content_type: typeOfFile(file), ...details };
  const bytes = new Uint8Array(await readFile(path));
  return (await uploadFile(call, input, { bytes, timeMs: sendTimeMs })).id;
}
