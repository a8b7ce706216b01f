import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';

const closed = { additionalProperties: false } as const;

/** A point of an image as fractions of width and height, from the upper left corner (docs/model/images.md). */
export const FocalPoint = Type.Object(
  { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
  { $id: 'FocalPoint', ...closed, examples: [{ x: 0.62, y: 0.3 }] },
);
export type FocalPoint = Static<typeof FocalPoint>;

/** One size of an image, in pixels, and its URL at an image service. */
export const ImageVariant = Type.Object(
  { width: Type.Integer(), height: Type.Integer(), url: Type.String() },
  { $id: 'ImageVariant', ...closed },
);
export type ImageVariant = Static<typeof ImageVariant>;

/** The focal point in a body; null clears it. */
export const FocalPointInput = Type.Unsafe<FocalPoint | null>({
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['x', 'y'],
  properties: {
    x: { type: 'number', minimum: 0, maximum: 1, description: 'a number from 0 (left) to 1 (right)' },
    y: { type: 'number', minimum: 0, maximum: 1, description: 'a number from 0 (top) to 1 (bottom)' },
  },
  description: 'an object with x and y, each a number from 0 to 1',
  examples: [{ x: 0.62, y: 0.3 }],
});

/** The placeholder in a body: a thumbhash that the browser computed during the upload; null clears it. */
export const PlaceholderInput = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: limits.placeholder_chars_max,
  pattern: '^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  description: `a thumbhash in base64, at most ${limits.placeholder_chars_max} characters`,
});

/** The image parameters of a read: `images` and `image_ratio`. */
export interface ImageQuery {
  /** In pixels, ascending. */
  readonly widths: readonly number[];
  /** The ratio to which images are cropped; null keeps each image's own. */
  readonly ratio: { readonly width: number; readonly height: number } | null;
}

/** Supported image services; `template` is for any other. */
export const imageServices = ['imgproxy', 'thumbor', 'cloudflare', 'ipx'] as const;

/** The operator's image service (docs/model/images.md). URLs have no trailing slash. */
export type ImageService =
  | {
      readonly kind: 'imgproxy';
      readonly url: string;
      readonly signing: { key: Buffer; salt: Buffer } | null;
    }
  | { readonly kind: 'thumbor'; readonly url: string; readonly key: string | null }
  | { readonly kind: 'cloudflare' | 'ipx'; readonly url: string }
  | { readonly kind: 'template'; readonly template: string };
