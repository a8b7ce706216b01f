// Compiles the command line of a checkout into two files, and again when a source is newer. Run from sources, `galley
// --help` takes three times as long, because Node loads 700 files.
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/galley');
const compiled = join(folder, 'cli.mjs');
const program = join(folder, 'program.mjs');
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
  await mkdir(folder, { recursive: true });
  await bundle('src/cli/program.ts', program, [ownLocations]);
  await bundle('src/cli/main.ts', compiled, [programApart]); // written last: its modification time counts for both
}

async function bundle(source, outfile, plugins) {
  const { build } = await import('esbuild');
  const staged = `${outfile}.${process.pid}`;
  try {
    await build({
      entryPoints: [join(root, source)],
      tsconfig: join(root, 'tsconfig.json'),
      outfile: staged,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      logLevel: 'error',
      plugins,
    });
    await rename(staged, outfile); // a rename, so that parallel commands never read a partial file
  } finally {
    await rm(staged, { force: true });
  }
}

/** Runs the check of the Node version before imports that an old Node can't load. */
const programApart = {
  name: 'program-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: './program.mjs', external: true }));
  },
};

/** Sources find files of the checkout relative to their own URL, so the compiled file must preserve that URL. */
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
