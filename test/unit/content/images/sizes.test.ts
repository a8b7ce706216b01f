import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImageQuery } from '../../../../src/contract/fields/images.ts';
import { sizesOf } from '../../../../src/content/media/images/variants.ts';

const side = fc.integer({ min: 1, max: 12_000 });
const own = fc.record({ width: side, height: side });
const part = fc.integer({ min: 1, max: 40 });
const widths = fc
  .uniqueArray(fc.integer({ min: 16, max: 4096 }), { minLength: 1, maxLength: 8 })
  .map((list) => list.sort((a, b) => a - b));
const wanted: fc.Arbitrary<ImageQuery> = fc.record({
  widths,
  ratio: fc.option(fc.record({ width: part, height: part })),
});

describe('the sizes of a picture', () => {
  it.each<[string, [number, number], ImageQuery, [number, number][]]>([
    [
      'are those that were asked for',
      [1600, 1200],
      { widths: [320, 640], ratio: null },
      [
        [320, 240],
        [640, 480],
      ],
    ],
    [
      'end with the own one in the place of larger ones',
      [500, 250],
      { widths: [320, 640, 1280], ratio: null },
      [
        [320, 160],
        [500, 250],
      ],
    ],
    ['name the own one once', [640, 480], { widths: [640, 1280], ratio: null }, [[640, 480]]],
    [
      'are cropped to the ratio',
      [1600, 1200],
      { widths: [320, 2000], ratio: { width: 16, height: 9 } },
      [
        [320, 180],
        [1600, 900],
      ],
    ],
    [
      'end with the largest crop',
      [1600, 900],
      { widths: [4000], ratio: { width: 1, height: 1 } },
      [[900, 900]],
    ],
    ['are never without a height', [4000, 2], { widths: [16], ratio: null }, [[16, 1]]],
  ])('%s', (_what, [width, height], images, sizes) => {
    expect(sizesOf({ width, height }, images)).toEqual(sizes.map(([w, h]) => ({ width: w, height: h })));
  });

  it('are strictly ascending, none larger than the picture, and at most as many as were asked for', () => {
    fc.assert(
      fc.property(own, wanted, (picture, images) => {
        const sizes = sizesOf(picture, images);

        expect(sizes.length).toBeGreaterThan(0);
        expect(sizes.length).toBeLessThanOrEqual(images.widths.length);
        for (const [i, { width, height }] of sizes.entries()) {
          expect(width).toBeGreaterThan(sizes[i - 1]?.width ?? 0);
          expect(width).toBeLessThanOrEqual(picture.width);
          expect(height).toBeGreaterThan(0);
          expect(height).toBeLessThanOrEqual(picture.height);
        }
      }),
    );
  });

  it('have the ratio as far as whole pixels can', () => {
    fc.assert(
      fc.property(own, wanted, (picture, images) => {
        const { width: across, height: down } = images.ratio ?? picture;

        for (const { width, height } of sizesOf(picture, images)) {
          const exact = (width * down) / across;
          expect(Math.abs(height - exact)).toBeLessThanOrEqual(exact < 1 || width === 1 ? exact + 1 : 1);
        }
      }),
    );
  });
});
