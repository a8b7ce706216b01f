import { imageDimensionsFromData } from 'image-dimensions';
import { limits } from '../limits.ts';

/** As much of a file as is read for its dimensions, in bytes. */
export const pictureHeadBytes = 64 * 1024;

/** Width and height in pixels, as the picture is displayed: one that is to be turned is measured turned. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Reads the dimensions of a PNG, JPEG, WebP, GIF, AVIF or HEIC out of the head of its file, for who uploads it: the
 * service derives none (specification: media-assets). Never throws; null for what is no such picture, for one whose head does
 * not come to its dimensions, and for dimensions that the service would refuse.
 */
export function pictureSize(head: Uint8Array): PictureSize | null {
  const found = quietly(() => imageDimensionsFromData(head));
  if (found === null || found === undefined) return null;
  const { width, height, type } = found;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isTurned = quietly(() => (type === 'jpeg' ? isTurnedByExif(view) : isTurnedByBox(view, type)));
  const size = isTurned === true ? { width: height, height: width } : { width, height };
  return Math.min(width, height) >= 1 && Math.max(width, height) <= limits.image_side_px_max ? size : null;
}

/** Reading behind the end of a file throws; such a file has no dimensions. */
function quietly<T>(read: () => T): T | null {
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

/** Whether the Exif block of a JPEG has one of the orientations 5 to 8, which change width with height. */
function isTurnedByExif(view: DataView): boolean {
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

/** Whether an AVIF or HEIC is to be turned by 90 or 270 degrees; of these formats Exif says nothing about display. */
function isTurnedByBox(view: DataView, type: string): boolean {
  if (type !== 'avif' && type !== 'heic') return false;
  for (let at = 0; at + 9 <= view.byteLength; at += 1) {
    if (view.getUint32(at + 4) === irot && view.getUint32(at) === 9) return (view.getUint8(at + 8) & 1) === 1;
  }
  return false;
}
