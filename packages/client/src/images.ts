import { placeholderAddress } from './placeholder.ts';

/** A picture as reads serve it; `srcset` and `placeholder` are there when the read asked for widths (`images=`). */
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
  /** How wide the picture is shown, in the words of `sizes` of HTML: `(min-width: 60rem) 40rem, 100vw`. */
  sizes?: string;
  /** Of the widths that were asked for, those that this place needs; all when left out. */
  widths?: readonly number[];
}

/** What an `img` element takes; the names are those of HTML (React calls one of them `srcSet`). */
export interface ImageProps {
  src: string;
  srcset?: string;
  sizes?: string;
  width?: number;
  height?: number;
  alt: string;
  /** A small picture to show behind it until it has come: an address for `background-image`. */
  placeholder?: string;
}

/** What an `img` element needs for a page that does not shift; null when the file is gone. */
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
