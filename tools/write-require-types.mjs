// Writes a `.d.cts` beside each `.d.ts` of a built package. TypeScript rejects `require` of a package whose only types
// are an ESM `.d.ts` (TS1479), although Node allows it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = 'dist'] = process.argv.slice(2);
const relativeImport = /(\bfrom |\bimport\()(['"])(\.\.?\/[\w./-]+)\.[jt]s\2/g;

for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts'))) {
  const text = readFileSync(join(folder, name), 'utf8').replace(relativeImport, '$1$2$3.cjs$2');
  writeFileSync(join(folder, name.replace(/\.ts$/, '.cts')), text);
}
