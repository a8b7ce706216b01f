import fc from 'fast-check';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { imageProps } from '../src/images.ts';
import { placeholderAddress } from '../src/placeholder.ts';

const url = 'https://files.example/kite.jpg';
const srcset = [320, 640, 1280].map((width) => ({ width, height: width / 2, url: `${url}?w=${width}` }));
const image = { url, alt: 'A kite', width: 2000, height: 1500 };

describe('imageProps', () => {
  it('gives the picture alone where the read asked for no widths', () => {
    expect(imageProps(image, { sizes: '100vw' })).toEqual({
      src: url,
      width: 2000,
      height: 1500,
      alt: 'A kite',
    });
    expect(imageProps({ ...image, srcset: [] })).toEqual({
      src: url,
      width: 2000,
      height: 1500,
      alt: 'A kite',
    });
  });

  it('gives the widths of a read, and the size of the crop', () => {
    expect(imageProps({ ...image, srcset }, { sizes: '50vw' })).toEqual({
      src: `${url}?w=1280`,
      srcset: `${url}?w=320 320w, ${url}?w=640 640w, ${url}?w=1280 1280w`,
      sizes: '50vw',
      width: 1280,
      height: 640,
      alt: 'A kite',
    });
  });

  it('leaves out the widths that a place does not need, and takes them all when it names none of them', () => {
    const props = imageProps({ ...image, srcset }, { widths: [320, 640] });
    expect(props).toMatchObject({ src: `${url}?w=640`, srcset: `${url}?w=320 320w, ${url}?w=640 640w` });
    expect(imageProps({ ...image, srcset }, { widths: [99] })?.srcset).toContain('1280w');
  });

  it('gives nothing for a file that is gone, and an empty text where nobody wrote one', () => {
    expect(imageProps({ ...image, url: null })).toBeNull();
    expect(imageProps(null)).toBeNull();
    expect(imageProps({ url, alt: null })).toEqual({ src: url, alt: '' });
    expect(imageProps({ url, default_alt: 'Of the file' })?.alt).toBe('Of the file');
  });
});

/** A picture whose color runs from one corner to the other. */
function picture(width: number, height: number, [from, to]: readonly [readonly number[], readonly number[]]) {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const share = (x / width + y / height) / 2;
      const color = [0, 1, 2].map((n) => (from[n] ?? 0) * (1 - share) + (to[n] ?? 0) * share);
      rgba.set([...color, 255], (y * width + x) * 4);
    }
  return Buffer.from(rgbaToThumbHash(width, height, rgba));
}

/** Of every so many numbers the one at a place. */
function meanOf(numbers: Uint8Array, place: number, every: number): number {
  const chosen = numbers.filter((_, n) => n % every === place);
  return chosen.reduce((sum, part) => sum + part, 0) / chosen.length;
}

/** The sides of a bitmap, and its average red, green and blue. */
function readBitmap(address: string | null) {
  const bytes = Buffer.from(address?.split(',')[1] ?? '', 'base64');
  const [width, height] = [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const line = Math.ceil((width * 3) / 4) * 4;
  const lines = Array.from({ length: height }, (_, y) =>
    bytes.subarray(54 + y * line, 54 + y * line + width * 3),
  );
  const mean = [2, 1, 0].map((n) => meanOf(Buffer.concat(lines), n, 3));
  return { length: bytes.length, width, height, line, mean };
}

const side = fc.integer({ min: 8, max: 100 });
const color = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 255 })));

describe('a placeholder', () => {
  it('is the bitmap that the hash describes, of any picture', () => {
    fc.assert(
      fc.property(side, side, fc.tuple(color, color), (width, height, colors) => {
        const hash = picture(width, height, colors);
        const theirs = thumbHashToRGBA(hash);
        const ours = readBitmap(placeholderAddress(hash.toString('base64')));

        expect(ours.length).toBe(54 + ours.line * ours.height);
        expect(Math.max(ours.width, ours.height)).toBe(12);
        expect(ours.width / ours.height).toBeCloseTo(theirs.w / theirs.h, 0);
        ours.mean.forEach((part, n) => expect(Math.abs(part - meanOf(theirs.rgba, n, 4))).toBeLessThan(8));
      }),
      { numRuns: 200 },
    );
  });

  it('comes with the properties of its picture', () => {
    const hash = picture(60, 40, [
      [200, 30, 30],
      [20, 20, 200],
    ]).toString('base64');

    expect(imageProps({ ...image, placeholder: hash })?.placeholder).toMatch(/^data:image\/bmp;base64,/);
    expect(imageProps({ ...image, placeholder: null })).not.toHaveProperty('placeholder');
  });

  it.each(['', 'not base64!', 'AAAA'])('is left out when %j is none', (placeholder) => {
    expect(placeholderAddress(placeholder)).toBeNull();
  });
});
