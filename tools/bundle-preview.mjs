// Inlines the library that the live preview of the built client uses, and writes the script for sites that install
// nothing: `preview/script.js`, without imports and minified.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [folder = 'dist'] = process.argv.slice(2);
const shared = {
  bundle: true,
  target: 'es2022',
  logLevel: 'warning',
  allowOverwrite: true,
  nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))], // the folder can be anywhere
};

/** Bundles one file of the built package in its own location. */
const bundle = (name, options) =>
  build({ ...shared, ...options, entryPoints: [join(folder, name)], outfile: join(folder, name) });

await bundle('preview/morph.js', { format: 'esm' });
await bundle('preview/script.js', { format: 'iife', minify: true });
