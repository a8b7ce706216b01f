import type { ImageService, ImageVariant, ImageQuery } from '../../../contract/fields/images.ts';
import type { Image } from '../../../contract/fields/links.ts';
import { type Crop, cropUrl, supportsExpiringUrls } from './image-services.ts';
import type { MediaRecord } from '../schema.ts';

/** Types that every image service decodes. SVG files and animations get no variants. */
const croppableTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

const center = { x: 0.5, y: 0.5 };

interface Size {
  width: number;
  height: number;
}

type ImageDetails = Pick<MediaRecord, 'content_type' | 'width' | 'height' | 'focal_point' | 'placeholder'>;

/**
 * Returns the variants of an image for the requested widths (docs/model/images.md), in ascending order and never larger
 * than the image. `srcset` is empty without an image service, size or file, for other types, and if the URL of the file
 * expires but the URLs of the service can't.
 */
export function variantsOf(
  { images, imageService }: { images?: ImageQuery; imageService: ImageService | null },
  { content_type, focal_point, placeholder, ...record }: ImageDetails,
  { url, expiresAt }: { url: string | null; expiresAt: Date | null },
): Pick<Image, 'srcset' | 'focal_point' | 'placeholder'> {
  if (images === undefined) return {};
  const original = sizeOf(record);
  const isCroppable = url !== null && original !== null && croppableTypes.has(content_type);
  const isServable = imageService !== null && (expiresAt === null || supportsExpiringUrls(imageService));
  const srcset: ImageVariant[] =
    isCroppable && isServable
      ? sizesOf(original, images).map((size) => {
          const crop: Crop = { source: url, ...size, focal: focal_point ?? center, original, expiresAt };
          return { ...size, url: cropUrl(imageService, crop) };
        })
      : [];
  return { srcset, focal_point: focal_point ?? null, placeholder: placeholder ?? null };
}

function sizeOf({ width, height }: Pick<MediaRecord, 'width' | 'height'>): Size | null {
  return width === null || height === null ? null : { width, height };
}

/** Returns the sizes of the variants in strictly ascending order. A width above the largest crop yields the largest crop. */
export function sizesOf(original: Size, { widths, ratio }: ImageQuery): Size[] {
  const largest = ratio === null ? original : largestCrop(original, ratio);
  const smaller = widths
    .filter((width) => width < largest.width)
    .map((width) => scaleTo(largest, width, ratio));
  return widths.some((width) => width >= largest.width) ? [...smaller, largest] : smaller;
}

/** Returns the largest crop of an image with the ratio. */
function largestCrop(original: Size, ratio: Size): Size {
  const width = Math.max(
    1,
    Math.min(original.width, Math.floor((original.height * ratio.width) / ratio.height)),
  );
  return { width, height: Math.min(original.height, heightAt(width, ratio)) };
}

/** Uses the requested ratio, because the sides of the largest crop are rounded. */
function scaleTo(largest: Size, width: number, ratio: Size | null): Size {
  return { width, height: heightAt(width, ratio ?? largest) };
}

function heightAt(width: number, ratio: Size): number {
  return Math.max(1, Math.round((width * ratio.height) / ratio.width));
}
