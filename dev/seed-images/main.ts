// Draws the demo images into seeds/images/, with images.json beside them. Run it after each change:
// npm run seed-images -w galley-dev
// The pixels depend on this code only.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Canvas } from './canvas.ts';
import * as places from './places.ts';
import { ada, noor, teo } from './portraits.ts';
import * as products from './products.ts';

const folder = join(import.meta.dirname, '..', '..', 'seeds', 'images');
const totalBytesMax = 800 * 1024;

const images: readonly [file: string, alt: string, draw: () => Canvas][] = [
  ['evening-flight.png', 'A kite over a long low building with lit windows, at dusk', places.eveningFlight],
  ['kite-over-sands.png', 'One person on a wide beach with a delta kite', places.kiteOverSands],
  ['kite-day.png', 'Many kites over a beach full of people, and one dog', places.kiteDay],
  ['school-field.png', 'Children on a field with small diamond kites', places.schoolField],
  ['ropewalk.png', 'A long room with open doors to the sea, its floor marked every metre', places.ropewalk],
  [
    'cutting-table.png',
    'Panels of coloured cloth on a gridded table, with a ruler and scissors',
    places.cuttingTable,
  ],
  ['cloth-rolls.png', 'Ten rolls of ripstop cloth in as many colours', places.clothRolls],
  ['workbench.png', 'A workbench with spars, a plane and shavings, tools on the wall', places.workbench],
  ['wind-gauge.png', 'A wind gauge with three cups on a tiled roof', places.windGauge],
  ['tern.png', 'A teal and white delta kite', products.tern],
  ['curlew.png', 'A wide plum and yellow delta kite in the evening', products.curlew],
  ['shearwater.png', 'A pale two-line kite against the night sky', products.shearwater],
  ['gannet.png', 'A six-sided kite with a camera on its line', products.gannet],
  ['plover.png', 'A red and white diamond kite with a long tail', products.plover],
  ['plover-class-kit.png', 'Five small kites above a bundle of sticks', products.classKit],
  ['bittern.png', 'A tall six-sided kite with a red disc', products.bittern],
  ['avocet.png', 'A box kite of two blue bands', products.avocet],
  ['sanderling.png', 'A yellow and red kite without sticks', products.sanderling],
  ['lapwing.png', 'A teal and yellow two-line kite', products.lapwing],
  ['redshank.png', 'A red and white two-line kite', products.redshank],
  ['barn-owl.png', 'A white glider in the shape of a bird, indoors', products.barnOwl],
  ['tern-spar-set.png', 'Four dark spars with coloured end caps, and a ferrule', products.sparSet],
  ['ash-winder.png', 'A hoop of ash wound with red line', products.ashWinder],
  ['paired-lines.png', 'Two hoops wound with a green and a red line', products.pairedLines],
  ['portrait-edda.png', 'Portrait of a woman with brown hair and an earring', ada],
  ['portrait-nell.png', 'Portrait of a person with dark curls and round glasses', noor],
  ['portrait-jory.png', 'Portrait of a man with a red beard and a scarf', teo],
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let totalBytes = 0;
const described = images.map(([file, alt, draw]) => {
  const canvas = draw();
  const png = canvas.toPng();
  totalBytes += png.length;
  writeFileSync(join(folder, file), png);
  console.log(`${file} ${canvas.width}x${canvas.height} ${png.length} bytes`);
  return { file_name: file, alt, width: canvas.width, height: canvas.height };
});
writeFileSync(join(folder, 'images.json'), `${JSON.stringify(described, null, 2)}\n`);
console.log(`${totalBytes} bytes in all`);
if (totalBytes > totalBytesMax) throw new Error(`${totalBytes} bytes are too much for a repository`);
