import { imageDimensionsFromData } from 'image-dimensions';
import { limits } from '../limits.ts';

/** Bytes of a file that are read to find its dimensions. */
export const imageHeadBytes = 64 * 1024;

/** Width and height in pixels as the image is displayed, after rotation. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Reads the dimensions of a PNG, JPEG, WebP, GIF, AVIF or HEIC from the start of the file. It is for
 * uploaders; the service derives no dimensions (specification: media-assets). Never throws; returns null for
 * other files, if the start contains no dimensions, and for dimensions that the service rejects.
 */
export function imageSize(head: Uint8Array): ImageSize | null {
  const dimensions = orNull(() => imageDimensionsFromData(head));
  if (dimensions === null || dimensions === undefined) return null;
  const { width, height, type } = dimensions;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isRotated = orNull(() => (type === 'jpeg' ? isRotatedByExif(view) : isRotatedByBox(view, type)));
  const size = isRotated === true ? { width: height, height: width } : { width, height };
  return Math.min(width, height) >= 1 && Math.max(width, height) <= limits.image_side_px_max ? size : null;
}

/** Reading past the end of a file throws; such a file has no dimensions. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const app1 = 0xffe1;
const exif = 0x45786966;
const littleEndian = 0x4949;
const orientationTag = 0x0112;
const irot = 0x69726f74;

/** Whether the Exif orientation of a JPEG is 5 to 8, which swap width and height. */
function isRotatedByExif(view: DataView): boolean {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint16(at) !== app1 || view.getUint32(at + 4) !== exif) continue;
    const tiff = at + 10;
    const little = view.getUint16(tiff) === littleEndian;
    const directory = tiff + view.getUint32(tiff + 4, little);
    for (let entry = 0; entry < view.getUint16(directory, little); entry += 1) {
      const field = directory + 2 + entry * 12;
      if (view.getUint16(field, little) !== orientationTag) continue;
      const orientation = view.getUint16(field + 8, little);
      return orientation >= 5 && orientation <= 8;
    }
    return false;
  }
  return false;
}

/** Whether an AVIF or HEIC is rotated by 90 or 270 degrees; these formats ignore Exif for display. */
function isRotatedByBox(view: DataView, type: string): boolean {
  if (type !== 'avif' && type !== 'heic') return false;
  for (let at = 0; at + 9 <= view.byteLength; at += 1) {
    if (view.getUint32(at + 4) === irot && view.getUint32(at) === 9) return (view.getUint8(at + 8) & 1) === 1;
  }
  return false;
}
