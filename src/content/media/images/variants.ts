import type { ImageService, ImageVariant, ImageQuery } from '../../../contract/fields/images.ts';
import type { Image } from '../../../contract/fields/links.ts';
import { type Cut, cutUrl, endsAddresses } from './image-services.ts';
import type { MediaRecord } from '../schema.ts';

/** Types that every service decodes; drawings and moving pictures are served as they are. */
const cutTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

const middle = { x: 0.5, y: 0.5 };

interface Size {
  width: number;
  height: number;
}

type Sized = Pick<MediaRecord, 'content_type' | 'width' | 'height' | 'focal_point' | 'placeholder'>;

/**
 * What a read that asks for widths gets of a picture (docs/model/images.md). The sizes are strictly ascending and none is
 * larger than the picture: where one was asked for, the largest that there is stands in its place. Without a service,
 * for other types, unknown sizes and files that are gone there are none; nor for a file whose address ends, unless the
 * service's addresses end with it.
 */
export function variantsOf(
  { images, imageService }: { images?: ImageQuery; imageService: ImageService | null },
  { content_type, focal_point, placeholder, ...record }: Sized,
  { url, endsAt }: { url: string | null; endsAt: Date | null },
): Pick<Image, 'srcset' | 'focal_point' | 'placeholder'> {
  if (images === undefined) return {};
  const own = sizeOf(record);
  const isCut = url !== null && own !== null && cutTypes.has(content_type);
  const isSafe = imageService !== null && (endsAt === null || endsAddresses(imageService));
  const made: ImageVariant[] =
    isCut && isSafe
      ? sizesOf(own, images).map((size) => {
          const cut: Cut = { source: url, ...size, focal: focal_point ?? middle, own, endsAt };
          return { ...size, url: cutUrl(imageService, cut) };
        })
      : [];
  return { srcset: made, focal_point: focal_point ?? null, placeholder: placeholder ?? null };
}

function sizeOf({ width, height }: Pick<MediaRecord, 'width' | 'height'>): Size | null {
  return width === null || height === null ? null : { width, height };
}

/** The sizes in which a picture is offered, strictly ascending. */
export function sizesOf(own: Size, { widths, ratio }: ImageQuery): Size[] {
  const largest = ratio === null ? own : largestCrop(own, ratio);
  const smaller = widths
    .filter((width) => width < largest.width)
    .map((width) => scaled(largest, width, ratio));
  return widths.some((width) => width >= largest.width) ? [...smaller, largest] : smaller;
}

/** The largest part of a picture that has the ratio. */
function largestCrop(own: Size, ratio: Size): Size {
  const width = Math.max(1, Math.min(own.width, Math.floor((own.height * ratio.width) / ratio.height)));
  return { width, height: Math.min(own.height, heightAt(width, ratio)) };
}

/** By the ratio as it was asked for: the largest part may be rounded. */
function scaled(largest: Size, width: number, ratio: Size | null): Size {
  return { width, height: heightAt(width, ratio ?? largest) };
}

function heightAt(width: number, { width: across, height }: Size): number {
  return Math.max(1, Math.round((width * height) / across));
}
