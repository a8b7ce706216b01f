// Bundles the compiled server with its packages. Node loads 1,400 modules otherwise, which takes most of the CPU time
// of a start.
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** The driver loads these only if an operator installed them. */
const optionalPackages = [
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

/** CommonJS packages need these names, which modules don't have. */
const commonJsNames = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  "import { fileURLToPath as pathOfBundle } from 'node:url';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = pathOfBundle(import.meta.url);',
  "const __dirname = pathOfBundle(new URL('.', import.meta.url));",
].join('\n');

/** Compiled files find files of the package relative to their own URL, so the bundle must preserve that URL. */
const ownLocations = {
  name: 'own-locations',
  setup(build) {
    build.onLoad({ filter: /\/dist\/.*\.js$/ }, async ({ path }) => {
      if (!path.startsWith(dist)) return undefined;
      const text = await readFile(path, 'utf8');
      const location = `../${relative(dist, path).split(sep).join('/')}`;
      return { contents: text.replaceAll('import.meta.url', `new URL('${location}', import.meta.url).href`) };
    });
  },
};

await build({
  entryPoints: [`${dist}main.js`],
  outdir: `${dist}bundle`,
  bundle: true,
  splitting: true, // what a start doesn't need stays in files of its own
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  keepNames: true, // names of error classes are logged
  external: optionalPackages,
  banner: { js: commonJsNames },
  logLevel: 'error',
  plugins: [ownLocations],
});
