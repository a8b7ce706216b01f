// Makes the pictures of docs/screenshots/ a third as large: 256 colours are enough for screens of an application.
// `npm run screenshots` ends with it; a picture that has a palette already is left alone.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = new URL('../docs/screenshots/', import.meta.url);
/** Where a PNG has its colour type, and the type of those with a palette. */
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
