import { createServer } from 'node:net';

import type { MongoInstance } from 'mongodb-memory-server';

import { heldMessage } from './owner.ts';
import { replicaSetName } from './replica-set.ts';
import type { Mongod } from './search.ts';

export const host = '127.0.0.1';

const launchLimitMs = 60_000;
const settings = ['--quiet', '--wiredTigerCacheSizeGB', '1', '--oplogSize', '512'];

/** Settings for persistent data. Files of dropped databases are closed within seconds instead of minutes. */
const keptSettings = [
  '--syncdelay',
  '10',
  '--wiredTigerEngineConfigString',
  'file_manager=(close_idle_time=10,close_scan_interval=2,close_handle_minimum=200)',
];

/** Settings for temporary data. Each feature that is turned off here costs processor time under Wine. */
const throwawaySettings = [
  // Wine reads the whole folder before it creates a file, and a database has 250 files.
  '--directoryperdb',
  // Files that are closed early are opened again by the next test.
  '--syncdelay',
  '30',
  '--wiredTigerEngineConfigString',
  // All writes fit into the cache. With the defaults, four threads look for pages to evict from 50 MB on.
  'file_manager=(close_idle_time=60,close_scan_interval=10,close_handle_minimum=200),' +
    'eviction_dirty_target=70,eviction_dirty_trigger=90,eviction_updates_target=70,eviction_updates_trigger=90',
  '--wiredTigerJournalCompressor',
  'none',
  '--wiredTigerCollectionBlockCompressor',
  'none',
  '--networkMessageCompressors',
  'disabled',
  '--setParameter',
  'enableFlowControl=false',
];

export interface LaunchOptions {
  /** If set, the server requires a user and a password from every client. */
  keyFile?: string;
  /** The data is deleted after the server has ended. */
  isThrowaway?: boolean;
  /** The server accepts test commands, such as `configureFailPoint`. */
  hasTestCommands?: boolean;
}

/**
 * Starts mongod on a data folder and waits until it accepts connections. A guard process ends mongod if this process is
 * killed. mongod has its own process group, so that Ctrl-C doesn't end it before the service has finished its writes.
 * @throws Error with the owner of the folder if it is in use, or with the error output of mongod
 */
export async function launchInstance(
  mongod: Mongod,
  dbPath: string,
  port: number,
  { keyFile, isThrowaway = false, hasTestCommands = false }: LaunchOptions = {},
): Promise<MongoInstance> {
  const { MongoInstance } = await import('mongodb-memory-server');
  /** The library parses each chunk of output as one line, but mongod prints its last lines in one chunk. */
  class Instance extends MongoInstance {
    override checkErrorInLine(lines: string): void {
      for (const line of lines.split('\n')) super.checkErrorInLine(line);
    }
  }
  try {
    return await Instance.create({
      instance: {
        ip: host,
        port,
        dbPath,
        storageEngine: 'wiredTiger',
        launchTimeout: launchLimitMs,
        // The replica set is not passed to the library, which would send a shutdown to a server that never started, and
        // warn.
        args: [
          '--replSet',
          replicaSetName,
          ...settings,
          ...(isThrowaway ? throwawaySettings : keptSettings),
          ...(keyFile === undefined ? [] : ['--keyFile', keyFile]),
          ...(hasTestCommands ? ['--setParameter', 'enableTestCommands=1'] : []),
        ],
        auth: keyFile !== undefined,
      },
      binary: { systemBinary: mongod.path, version: mongod.version },
      spawn: { detached: true },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.includes('DBPathInUse')) throw new Error(await heldMessage(dbPath), { cause: error });
    const what = `MongoDB ${mongod.version} (${mongod.path})`;
    throw new Error(`${what} did not start on ${dbPath}: ${reason}`, { cause: error });
  }
}

/**
 * Returns the wanted port, or any free port for 0.
 * @throws Error if the wanted port is taken
 */
export function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new Error(`Port ${wanted} for MongoDB is taken.`)));
    probe.listen(wanted, host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      probe.close(() => resolve(port));
    });
  });
}
