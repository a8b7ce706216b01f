// Bundles the compiled server with its packages: node tools/bundle-server.mjs [FROM TO]
// Node loads 1,400 modules otherwise, which takes most of the CPU time of a start. Tests bundle `src` for the processes
// that they start.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const [from = 'dist', to = 'dist/bundle'] = process.argv.slice(2);
const [source, target] = [resolve(root, from), resolve(root, to)];
const main = ['main.js', 'main.ts'].map((name) => resolve(source, name)).find((path) => existsSync(path));

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
    build.onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      if (!path.startsWith(source + sep)) return undefined;
      const text = await readFile(path, 'utf8');
      const location = relative(target, path).split(sep).join('/');
      const contents = text.replaceAll('import.meta.url', `new URL('${location}', import.meta.url).href`);
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

await build({
  entryPoints: [main],
  outdir: target,
  bundle: true,
  splitting: true, // what a start doesn't need stays in files of its own
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: optionalPackages,
  banner: { js: commonJsNames },
  logLevel: 'error',
  plugins: [ownLocations],
});
