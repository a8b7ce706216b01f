import { encodePng } from './png.ts';

/** Returns the distance of a point from the edge of a shape in pixels, negative inside. */
export type Shape = (x: number, y: number) => number;

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export type Paint = (x: number, y: number) => Colour;

/** Reads `#rrggbb`. */
export function hex(text: string, alpha = 1): Colour {
  const channel = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5), alpha];
}

/** Returns the color with this opacity. */
export function veil([red, green, blue]: Colour, alpha: number): Colour {
  return [red, green, blue, alpha];
}

/** A vertical gradient from one color at `top` to another at `bottom`. */
export function gradient(from: Colour, to: Colour, top: number, bottom: number): Paint {
  return (_, y) => {
    const share = Math.min(1, Math.max(0, (y - top) / (bottom - top)));
    return [
      mix(from[0], to[0], share),
      mix(from[1], to[1], share),
      mix(from[2], to[2], share),
      mix(from[3], to[3], share),
    ];
  };
}

/** Side of a block in pixels. A block that is far from the shape is skipped as a whole. */
const block = 24;

/** An image to draw on. Shapes have anti-aliased edges one pixel wide. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Float64Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Float64Array(width * height * 3);
  }

  fill(shape: Shape, paint: Paint | Colour): this {
    const paintAt = typeof paint === 'function' ? paint : () => paint;
    for (let top = 0; top < this.height; top += block) {
      for (let left = 0; left < this.width; left += block) {
        // Distances are exact enough that a block this far from the shape contains no part of it.
        if (shape(left + block / 2, top + block / 2) < 2 * block) this.#fillBlock(shape, paintAt, left, top);
      }
    }
    return this;
  }

  background(paint: Paint | Colour): this {
    return this.fill(() => -1, paint);
  }

  toPng(): Buffer {
    return encodePng(this.width, this.height, Uint8Array.from(this.#pixels, Math.round));
  }

  #fillBlock(shape: Shape, paintAt: Paint, left: number, top: number): void {
    for (let y = top; y < Math.min(top + block, this.height); y += 1) {
      for (let x = left; x < Math.min(left + block, this.width); x += 1) {
        const cover = Math.min(1, 0.5 - shape(x + 0.5, y + 0.5));
        if (cover > 0) this.#blend((y * this.width + x) * 3, paintAt(x + 0.5, y + 0.5), cover);
      }
    }
  }

  #blend(at: number, [red, green, blue, alpha]: Colour, cover: number): void {
    const pixels = this.#pixels;
    const share = alpha * cover;
    pixels[at] = mix(pixels[at] ?? 0, red, share);
    pixels[at + 1] = mix(pixels[at + 1] ?? 0, green, share);
    pixels[at + 2] = mix(pixels[at + 2] ?? 0, blue, share);
  }
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
