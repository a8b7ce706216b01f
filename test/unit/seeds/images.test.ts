import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../seeds/images');
const images = JSON.parse(readFileSync(join(folder, 'images.json'), 'utf8')) as {
  file_name: string;
  alt: string;
  width: number;
  height: number;
}[];

describe('the pictures of the demo', () => {
  it.each(images)(
    '$file_name is a PNG of the size and with the text that images.json says',
    ({ file_name, alt, ...size }) => {
      const png = readFileSync(join(folder, file_name));

      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(size);
      expect(alt).not.toBe('');
    },
  );

  it('are all named, and small', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.png'));
    const totalBytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

    expect(files.sort()).toEqual(images.map(({ file_name }) => file_name).sort());
    expect(totalBytes).toBeLessThan(800 * 1024);
  });
});
