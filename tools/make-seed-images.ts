// Draws the pictures of the demo into seeds/images/, with images.json beside them. Run by hand after a change:
//   npx tsx tools/make-seed-images.ts
// The pixels depend on nothing but this code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Canvas, hex } from './seed-images/canvas.ts';
import { drafts, harbour, shelf, signals, tides, typeCase } from './seed-images/covers.ts';
import { duneScene, kites, productPicture } from './seed-images/kites.ts';
import { ada, noor, teo } from './seed-images/portraits.ts';

const folder = join(import.meta.dirname, '..', 'seeds', 'images');
const totalBytesMax = 600 * 1024;

const morning = [hex('#cfe8ee'), hex('#fbeed6')] as const;
const evening = [hex('#3c4f7a'), hex('#f4a57e')] as const;
const noon = [hex('#8fcfe0'), hex('#e6f4ee')] as const;
const kite = (index: number) =>
  kites[index] ?? { cut: 'diamond', sail: hex('#ec7353'), second: hex('#f5b955') };

const alts = [
  'A red and yellow diamond kite with a long tail',
  'A green and white delta kite',
  'A box kite in red and sand',
  'A blue sled kite without sticks across',
  'A six-sided fighting kite in plum and coral',
  'A pale green diamond kite with a dark half',
  'A yellow delta kite with a red wing',
  'A six-sided kite in dark blue and yellow',
] as const;

const images: readonly { file: string; alt: string; draw: () => Canvas }[] = [
  {
    file: 'hero.png',
    alt: 'Three kites high above the dunes on a clear morning',
    draw: () =>
      duneScene(morning, [
        { kite: kite(0), at: [700, 190], size: 0.72 },
        { kite: kite(1), at: [330, 150], size: 0.42 },
        { kite: kite(4), at: [1010, 130], size: 0.3 },
      ]),
  },
  {
    file: 'cover-1.png',
    alt: 'A single kite over the dunes at noon',
    draw: () => duneScene(noon, [{ kite: kite(6), at: [560, 200], size: 0.8 }]),
  },
  { file: 'cover-2.png', alt: 'A sailing boat on calm water before a low sun', draw: harbour },
  {
    file: 'cover-3.png',
    alt: 'Three sheets of paper, the top one with a picture and a red ribbon',
    draw: drafts,
  },
  { file: 'cover-4.png', alt: 'A lighthouse at night sending out its beams', draw: signals },
  { file: 'cover-5.png', alt: 'Squares of cloth in many colours with geometric marks', draw: typeCase },
  { file: 'cover-6.png', alt: 'Two shelves of books in many colours', draw: shelf },
  { file: 'cover-7.png', alt: 'Five phases of the moon above a dark tide', draw: tides },
  {
    file: 'cover-8.png',
    alt: 'Two kites against the evening sky',
    draw: () =>
      duneScene(evening, [
        { kite: kite(7), at: [420, 210], size: 0.62 },
        { kite: kite(3), at: [860, 160], size: 0.4 },
      ]),
  },
  ...kites.map((one, i) => ({
    file: `product-${i + 1}.png`,
    alt: alts[i] ?? 'A kite',
    draw: () => productPicture(one, i),
  })),
  { file: 'avatar-1.png', alt: 'Portrait of a woman with brown hair and an earring', draw: ada },
  { file: 'avatar-2.png', alt: 'Portrait of a man with a red beard and a scarf', draw: teo },
  { file: 'avatar-3.png', alt: 'Portrait of a person with dark curls and round glasses', draw: noor },
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
