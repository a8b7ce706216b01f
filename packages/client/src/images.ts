import { placeholderAddress } from './placeholder.ts';

/** An image in a read. `srcset` and `placeholder` are present in reads with `images`. */
export interface ServedImage {
  readonly url?: string | null;
  readonly alt?: string | null;
  readonly default_alt?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly srcset?: readonly { readonly width: number; readonly height: number; readonly url: string }[];
  readonly placeholder?: string | null;
}

export interface ImageOptions {
  /** Display width, as the HTML attribute `sizes`: `(min-width: 60rem) 40rem, 100vw`. */
  sizes?: string;
  /** The requested widths to use here. Default: all. */
  widths?: readonly number[];
}

/** Attributes of an `img` element, with their HTML names (React uses `srcSet`). */
export interface ImageProps {
  src: string;
  srcset?: string;
  sizes?: string;
  width?: number;
  height?: number;
  alt: string;
  /** A URL for `background-image`: a small image to show while the image loads. */
  placeholder?: string;
}

/** Returns the attributes of an `img` element; null if the file was deleted. */
export function imageProps(
  image: ServedImage | null | undefined,
  { sizes, widths }: ImageOptions = {},
): ImageProps | null {
  if (image?.url == null) return null;
  const all = image.srcset ?? [];
  const chosen = all.filter(({ width }) => widths?.includes(width));
  const variants = chosen.length > 0 ? chosen : all;
  const { url, width, height } = variants.at(-1) ?? image;
  const placeholder = placeholderAddress(image.placeholder ?? '');
  return {
    src: url ?? image.url,
    ...(variants.length > 0 && {
      srcset: variants.map((variant) => `${variant.url} ${variant.width}w`).join(', '),
      ...(sizes !== undefined && { sizes }),
    }),
    ...(width != null && { width }),
    ...(height != null && { height }),
    alt: image.alt ?? image.default_alt ?? '',
    ...(placeholder !== null && { placeholder }),
  };
}
