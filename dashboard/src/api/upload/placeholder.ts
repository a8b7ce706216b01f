import { rgbaToThumbHash } from 'thumbhash';

/** The longest side that a thumbhash is made of, in pixels. */
const sideMax = 100;
/** What is larger is not drawn here: its upload is not to wait for it. In bytes. */
const drawnBytesMax = 50 * 1024 * 1024;

/**
 * A small picture of a picture, to be shown until it has come: a thumbhash in base64 (docs/model/images.md), of the
 * file as this browser draws it. Never throws; null for what it does not draw.
 */
export async function placeholderOf(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/') || file.size > drawnBytesMax) return null;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) =>
      Math.max(1, Math.round(side * scale)),
    );
    if (width === undefined || height === undefined) return null;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const pixels = context?.getImageData(0, 0, width, height).data;
    return pixels === undefined ? null : btoa(String.fromCharCode(...rgbaToThumbHash(width, height, pixels)));
  } catch {
    return null; // a drawing without a size, a format that is unknown here: the upload goes on without one
  }
}
