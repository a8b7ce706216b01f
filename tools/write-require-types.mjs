// Writes a `.d.cts` beside each `.d.ts` of a built package. TypeScript takes a `.d.ts` of an ESM package for something
// that CommonJS can't require (TS1479), although Node can: each file says by its name what it describes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = 'dist'] = process.argv.slice(2);
const ofSibling = /(\bfrom |\bimport\()(['"])(\.\/[\w-]+)\.[jt]s\2/g;

for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts'))) {
  const text = readFileSync(join(folder, name), 'utf8').replace(ofSibling, '$1$2$3.cjs$2');
  writeFileSync(join(folder, name.replace(/\.ts$/, '.cts')), text);
}
