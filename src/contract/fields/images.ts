import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';

const closed = { additionalProperties: false } as const;

/** A point of a picture, in parts of its width and height from the upper left corner (docs/images.md). */
export const FocalPoint = Type.Object(
  { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
  { $id: 'FocalPoint', ...closed, examples: [{ x: 0.62, y: 0.3 }] },
);
export type FocalPoint = Static<typeof FocalPoint>;

/** One size of a picture, in pixels, and where an image service gives it. */
export const ImageVariant = Type.Object(
  { width: Type.Integer(), height: Type.Integer(), url: Type.String() },
  { $id: 'ImageVariant', ...closed },
);
export type ImageVariant = Static<typeof ImageVariant>;

/** The focal point of a body; null clears. */
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

/** The placeholder of a body: what a browser made of the picture while it was uploaded; null clears. */
export const PlaceholderInput = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: limits.placeholder_chars_max,
  pattern: '^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  description: `a thumbhash in base64, at most ${limits.placeholder_chars_max} characters`,
});

/** What a read asks of the pictures in its answer: `images` and `image_ratio`. */
export interface WantedImages {
  /** In pixels, ascending. */
  readonly widths: readonly number[];
  /** To which pictures are cropped; null where they keep their own. */
  readonly ratio: { readonly width: number; readonly height: number } | null;
}

/** The services whose addresses can be made; `template` is any other. */
export const imageServices = ['imgproxy', 'thumbor', 'cloudflare', 'ipx'] as const;

/**
 * The service that makes the sizes of pictures, as the operator set it (docs/images.md). Addresses have no slash at
 * their end.
 */
export type ImageService =
  | {
      readonly kind: 'imgproxy';
      readonly url: string;
      readonly signing: { key: Buffer; salt: Buffer } | null;
    }
  | { readonly kind: 'thumbor'; readonly url: string; readonly key: string | null }
  | { readonly kind: 'cloudflare' | 'ipx'; readonly url: string }
  | { readonly kind: 'template'; readonly template: string };
