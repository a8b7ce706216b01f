import { randomUUID } from 'node:crypto';
import type { ImageService } from '../../../contract/fields/images.ts';
import { imageSize } from '../../../contract/fields/image-size.ts';
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
const originalSize = { width: 32, height: 32 };
const requestedSize = { width: 16, height: 8 };

/** Timeout of one request in milliseconds. An image service may have to start for its first image. */
const serviceTimeoutMs = 10_000;

/**
 * Lets the image service resize an image that is temporarily in the public bucket, and measures the result. Takes at
 * most about 14 s. Never throws.
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
    const url = cutUrl(service, {
      source,
      ...requestedSize,
      focal: { x: 0.5, y: 0.5 },
      original: originalSize,
      expiresAt: null,
    });
    const hasHeight = service.kind !== 'template' || service.template.includes('{height}');
    const why = await responseError(url, hasHeight);
    if (why === null) return good('images', `IMAGE_SERVICE makes images at ${new URL(url).origin}.`);
    return bad('images', `IMAGE_SERVICE was asked for a size of an image and ${why}.`, fixText(url, source));
  } catch (error) {
    return bad('images', `The test image for IMAGE_SERVICE could not be stored: ${innermostReason(error)}.`);
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
  const response = await fetch(url, { method: 'PUT', headers, body: square, signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

/** The error of a response, as the end of a sentence; null if it is the image in the requested size. */
async function responseError(url: string, hasHeight: boolean): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(serviceTimeoutMs);
    const response = await fetch(url, { headers: { Accept: 'image/png' }, signal });
    const body = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200) return `answered HTTP ${response.status}`;
    const resultSize = imageSize(body);
    if (resultSize === null)
      return `answered what is no image (${response.headers.get('Content-Type') ?? 'no type'})`;
    if (
      resultSize.width === requestedSize.width &&
      (resultSize.height === requestedSize.height || !hasHeight)
    )
      return null;
    return `made ${resultSize.width} by ${resultSize.height} pixels of it in place of ${requestedSize.width} by ${requestedSize.height}`;
  } catch (error) {
    return `did not answer (${innermostReason(error)})`;
  }
}

function fixText(url: string, source: string): string {
  const { origin } = new URL(url);
  return `It must respond at ${origin}, use this key and salt, and be allowed to read files below ${new URL(source).origin}: see docs/model/images.md.`;
}
