import { createServer } from 'node:net';

import type { MongoInstance } from 'mongodb-memory-server';

import { heldMessage } from './owner.ts';
import { replicaSetName } from './replica-set.ts';
import type { Mongod } from './search.ts';

export const host = '127.0.0.1';

const launchLimitMs = 60_000;
const settings = ['--quiet', '--wiredTigerCacheSizeGB', '1', '--oplogSize', '512'];

/** What a folder that is kept needs no less: files of dropped databases are closed within seconds, not minutes. */
const keptSettings = [
  '--syncdelay',
  '10',
  '--wiredTigerEngineConfigString',
  'file_manager=(close_idle_time=10,close_scan_interval=2,close_handle_minimum=200)',
];

/** What data that goes with the server does without; under Wine each of these costs processor time. */
const throwawaySettings = [
  // Wine reads the whole folder before it makes a file, and a database has 250 files.
  '--directoryperdb',
  // Files that are closed soon are opened again for the next test.
  '--syncdelay',
  '30',
  '--wiredTigerEngineConfigString',
  // All that is written fits into the cache: four threads would look for what may leave it, from 50 MB on.
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
  /** When given, the server requires of every client a user and a password. */
  keyFile?: string;
  /** The data is of no use after the server has ended. */
  isThrowaway?: boolean;
  /** The server accepts commands for tests, such as `configureFailPoint`. */
  hasTestCommands?: boolean;
}

/**
 * Starts mongod on a data folder and waits until it takes connections. A guard process ends it when this process
 * is killed. It runs in a process group of its own, so that a Ctrl-C in the terminal does not end it before the service
 * has finished its writes.
 *
 * @throws Error that says who has the folder open, or what mongod complained of.
 */
export async function launchInstance(
  mongod: Mongod,
  dbPath: string,
  port: number,
  { keyFile, isThrowaway = false, hasTestCommands = false }: LaunchOptions = {},
): Promise<MongoInstance> {
  const { MongoInstance } = await import('mongodb-memory-server');
  /** The library parses what it is given as one line, but mongod's last words come several at a time. */
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
        // The set is not told to the library: it would order a server that never started to shut down, and warn.
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
 * The wanted port, or any free one for 0.
 *
 * @throws Error when the wanted one is taken.
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
