// Compiles the command line of a checkout into one file, and again once a source is newer.
// Run from its sources, `galley --help` needs three times as long, because each of 700 files is loaded by itself.
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/galley');
const compiled = join(folder, 'cli.mjs');
const sources = ['src', 'packages/create-site/src', 'packages/mcp/src', 'package-lock.json'];

/** Returns the URL of the compiled command line. */
export async function compileSources() {
  const newest = Math.max(
    ...(await Promise.all(sources.map((source) => newestChangeMs(join(root, source))))),
  );
  const compiledAt = (await stat(compiled).catch(() => null))?.mtimeMs ?? 0;
  if (compiledAt < newest) await compile();
  return pathToFileURL(compiled).href;
}

async function compile() {
  const { build } = await import('esbuild');
  await mkdir(folder, { recursive: true });
  const staged = join(folder, `cli.${process.pid}.mjs`);
  try {
    await build({
      entryPoints: [join(root, 'src/cli/main.ts')],
      tsconfig: join(root, 'tsconfig.json'),
      outfile: staged,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      logLevel: 'error',
      plugins: [ownLocations],
    });
    await rename(staged, compiled); // two commands at a time each see a whole file
  } finally {
    await rm(staged, { force: true });
  }
}

/** Sources find files of the checkout by their own location, which the compiled file has to keep. */
const ownLocations = {
  name: 'own-locations',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const location = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', location), loader: 'ts' };
    });
  },
};

async function newestChangeMs(path) {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  const names = await readdir(path);
  return Math.max(
    stats.mtimeMs,
    ...(await Promise.all(names.map((name) => newestChangeMs(join(path, name))))),
  );
}
