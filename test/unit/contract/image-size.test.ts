import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageHeadBytes, imageSize } from '../../../src/contract/fields/image-size.ts';
import { displayedSize, pictureFile, pictureFiles, wordyJpeg } from '../../support/picture-files.ts';

/** The file with some bytes at a place replaced. */
function changed(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

const turned = pictureFile('turned.jpg');
/** Where the value of the orientation stands in it: two bytes, big endian. */
const orientationAt = turned.indexOf(Buffer.from('01120003000000010006', 'hex')) + 8;

describe('the dimensions of a picture', () => {
  it.each(pictureFiles)('are read out of %s as it is displayed', (name) => {
    expect(imageSize(pictureFile(name))).toEqual(displayedSize(name));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 0, 9])('of a JPEG with the orientation %i are turned from 5 to 8', (n) => {
    const isTurned = n >= 5 && n <= 8;

    expect(imageSize(changed(turned, orientationAt, [0, n]))).toEqual(
      isTurned ? { width: 40, height: 64 } : { width: 64, height: 40 },
    );
  });

  it('are found in a part of a larger buffer too', () => {
    const whole = Buffer.concat([Buffer.alloc(7), pictureFile('turned.avif')]);

    expect(imageSize(new Uint8Array(whole.buffer, whole.byteOffset + 7))).toEqual({
      width: 40,
      height: 64,
    });
  });

  it.each([
    ['a JPEG whose dimensions come behind 100 KB', wordyJpeg().subarray(0, imageHeadBytes)],
    ['a JPEG that ends before them', pictureFile('plain.jpg').subarray(0, 100)],
    ['a PNG that ends before them', pictureFile('plain.png').subarray(0, 20)],
    ['a text', Buffer.from('no picture at all, whatever its name says')],
    ['nothing', Buffer.alloc(0)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40"/>')],
    ['a PNG without a width', changed(pictureFile('plain.png'), 16, [0, 0, 0, 0])],
    ['a PNG that is wider than the service takes', changed(pictureFile('plain.png'), 16, [0, 1, 0x86, 0xa1])],
  ])('of %s are not known', (_, head) => {
    expect(imageSize(head)).toBeNull();
  });

  it('are known of a picture that is as wide as the service takes', () => {
    expect(imageSize(changed(pictureFile('plain.png'), 16, [0, 1, 0x86, 0xa0]))?.width).toBe(100_000);
  });

  it('never throw, whatever became of the file', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pictureFiles),
        fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 8 }),
        fc.nat(1_100),
        (name, bytes, length) => {
          const file = pictureFile(name);
          for (const [at, byte] of bytes) if (at < file.length) file[at] = byte;
          const size = imageSize(file.subarray(0, length));
          expect(size === null || (size.width >= 1 && size.height >= 1)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
