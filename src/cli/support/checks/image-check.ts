import { randomUUID } from 'node:crypto';
import type { ImageService } from '../../../contract/fields/images.ts';
import { pictureSize } from '../../../contract/fields/picture-size.ts';
import { cutUrl } from '../../../content/index.ts';
import {
  encodeKey,
  innermostReason,
  createStorage,
  presignUpload,
  type StorageSettings,
  storageTimeoutMs,
} from '../../../core/storage/index.ts';
import { bad, type Finding, good } from './finding.ts';

/** A gray square of 32 pixels, as PNG. */
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEWIiIhYZW6zAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4y2NgGAWjYBSMAuwAAAQgAAFWu83mAAAAAElFTkSuQmCC',
  'base64',
);
const own = { width: 32, height: 32 };
const wanted = { width: 16, height: 8 };

/** An image service may have to start for its first picture. */
const serviceTimeoutMs = 10_000;

/**
 * Has the image service make one variant of a picture that lies in the public bucket for that long, and measures what
 * comes. Takes at most some 14 s. Never throws.
 */
export async function imageFinding(
  service: ImageService,
  settings: StorageSettings,
  now: Date,
): Promise<Finding> {
  const key = `galley-check/${randomUUID()}.png`;
  try {
    await store(settings, key, now);
    const source = `${settings.publicUrl.replace(/\/+$/, '')}/${encodeKey(key)}`;
    const url = cutUrl(service, { source, ...wanted, focal: { x: 0.5, y: 0.5 }, own, endsAt: null });
    const hasHeight = service.kind !== 'template' || service.template.includes('{height}');
    const why = await faultOf(url, hasHeight);
    if (why === null) return good('images', `IMAGE_SERVICE makes pictures at ${new URL(url).origin}.`);
    return bad('images', `IMAGE_SERVICE was asked for a size of a picture and ${why}.`, repair(url, source));
  } catch (error) {
    return bad('images', `No picture could be stored to try IMAGE_SERVICE with: ${innermostReason(error)}.`);
  } finally {
    await createStorage(settings)
      .remove({ key, private: false })
      .catch(() => undefined);
  }
}

async function store(settings: StorageSettings, key: string, now: Date): Promise<void> {
  const upload = { key, contentType: 'image/png', sizeBytes: square.length, now, private: false };
  const { url, headers } = presignUpload(settings, { ...upload, sender: 'service' });
  const signal = AbortSignal.timeout(storageTimeoutMs);
  const answer = await fetch(url, { method: 'PUT', headers, body: square, signal });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}

/** What is wrong with the answer, as it ends a sentence; null when it is the picture in the size that was asked for. */
async function faultOf(url: string, hasHeight: boolean): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(serviceTimeoutMs);
    const answer = await fetch(url, { headers: { Accept: 'image/png' }, signal });
    const body = new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 200) return `answered HTTP ${answer.status}`;
    const made = pictureSize(body);
    if (made === null)
      return `answered what is no picture (${answer.headers.get('Content-Type') ?? 'no type'})`;
    if (made.width === wanted.width && (made.height === wanted.height || !hasHeight)) return null;
    return `made ${made.width} by ${made.height} pixels of it in place of ${wanted.width} by ${wanted.height}`;
  } catch (error) {
    return `did not answer (${innermostReason(error)})`;
  }
}

function repair(url: string, source: string): string {
  const { origin } = new URL(url);
  return `It is to answer at ${origin}, with this key and salt, and to be allowed to read files below ${new URL(source).origin}: see docs/model/images.md.`;
}
