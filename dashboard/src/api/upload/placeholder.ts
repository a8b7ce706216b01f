import { rgbaToThumbHash } from 'thumbhash';

/** Longest side of the image that a thumbhash is computed from, in pixels. */
const maxSide = 100;
/** Larger files get no placeholder, because decoding would delay their upload. */
const maxBytes = 50 * 1024 * 1024;

/**
 * Computes a placeholder to show while the image loads: a thumbhash in base64 (docs/model/images.md).
 * Returns null if the file is no image or the browser can't draw it; never throws.
 */
export async function placeholderOf(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/') || file.size > maxBytes) return null;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
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
    return null; // an SVG without a size, or an unknown format
  }
}
