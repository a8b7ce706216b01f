// Draws the pictures of the demo into seeds/images/, with images.json beside them. Run by hand after a change:
//   npx tsx tools/make-seed-images.ts
// The pixels depend on nothing but this code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Canvas } from './seed-images/canvas.ts';
import { drafts, harbour, shelf, signals, tides, typeCase } from './seed-images/covers.ts';
import { ada, noor, teo } from './seed-images/portraits.ts';
import { fern, lamp, mug, teapot } from './seed-images/still-lifes.ts';

const folder = join(import.meta.dirname, '..', 'seeds', 'images');
const totalBytesMax = 600 * 1024;

const images: readonly { file: string; alt: string; draw: () => Canvas }[] = [
  { file: 'cover-harbour.png', alt: 'A sailing boat on calm water before a low sun', draw: harbour },
  {
    file: 'cover-type-case.png',
    alt: 'A grid of coloured tiles with geometric marks, like a printer’s type case',
    draw: typeCase,
  },
  {
    file: 'cover-drafts.png',
    alt: 'Three sheets of paper, the top one with a picture and a red ribbon',
    draw: drafts,
  },
  { file: 'cover-signals.png', alt: 'A lighthouse at night sending out its beams', draw: signals },
  { file: 'cover-shelf.png', alt: 'Two shelves of books in many colours', draw: shelf },
  { file: 'cover-tides.png', alt: 'Five phases of the moon above a dark tide', draw: tides },
  { file: 'object-teapot.png', alt: 'A red teapot with two white bands on a wooden table', draw: teapot },
  { file: 'object-lamp.png', alt: 'A desk lamp with a red shade, switched on', draw: lamp },
  { file: 'object-mug.png', alt: 'A green mug with a pattern of waves, steaming', draw: mug },
  { file: 'object-fern.png', alt: 'A plant with five leaves in a clay pot', draw: fern },
  { file: 'portrait-ada.png', alt: 'Portrait of a woman with brown hair and an earring', draw: ada },
  { file: 'portrait-noor.png', alt: 'Portrait of a person with dark curls and round glasses', draw: noor },
  { file: 'portrait-teo.png', alt: 'Portrait of a man with a red beard and a scarf', draw: teo },
];

mkdirSync(folder, { recursive: true });
let totalBytes = 0;
const described = images.map(({ file, alt, draw }) => {
  const canvas = draw();
  const png = canvas.toPng();
  totalBytes += png.length;
  writeFileSync(join(folder, file), png);
  console.log(`${file} ${canvas.width}x${canvas.height} ${png.length} bytes`);
  return { file, alt, width: canvas.width, height: canvas.height };
});
writeFileSync(join(folder, 'images.json'), `${JSON.stringify(described, null, 2)}\n`);
if (totalBytes > totalBytesMax) throw new Error(`${totalBytes} bytes are too much for a repository`);
