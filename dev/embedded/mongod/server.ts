import { MongoClient } from 'mongodb';
import type { MongoInstance } from 'mongodb-memory-server';

import { type DataFolder, keptFolder, temporaryFolder } from './data-folder.ts';
import { freePort, host, launchInstance } from './instance.ts';
import { hasEnded, keepRunning } from './keeper.ts';
import { removeOwner, waitForFolder, writeOwner } from './owner.ts';
import { becomePrimary, replicaSetName } from './replica-set.ts';
import { findMongod, type Mongod, type SearchOptions } from './search.ts';

export interface EmbeddedMongodOptions extends SearchOptions {
  /** The folder that keeps the data from start to start; null: a temporary one that goes with the server. */
  dbPath: string | null;
  /** A free one unless told. */
  port?: number;
  /** For data that no test reads after the server has ended: spares what makes writes last. */
  isThrowaway?: boolean;
}

/** A running replica set of one. */
export interface EmbeddedMongod {
  uri: string;
  port: number;
  /** The process number of mongod itself; another one after it had to be started again. */
  readonly pid: number;
  /** Ends the server in order, so that its data is on the disk, or at once when it is thrown away. Calling it again does nothing. */
  stop(): Promise<void>;
}

const stopLimitMs = 10_000;

/**
 * Starts a real MongoDB replica set of one and waits until it takes writes. The server ends with this process even
 * when the process is killed (within about 2 s), and is started again when it ends by itself (keeper.ts).
 *
 * @throws Error when no mongod is found (search.ts), when another process has the folder open, or the port is taken.
 */
export async function startEmbeddedMongod(options: EmbeddedMongodOptions): Promise<EmbeddedMongod> {
  const mongod = await findMongod(options);
  const folder = options.dbPath === null ? await temporaryFolder() : await keptFolder(options.dbPath);
  try {
    return await startOn(folder, mongod, options);
  } catch (error) {
    await folder.release();
    throw error;
  }
}

async function startOn(
  folder: DataFolder,
  mongod: Mongod,
  { port: wantedPort = 0, say, isThrowaway = false }: EmbeddedMongodOptions,
): Promise<EmbeddedMongod> {
  await waitForFolder(folder.path);
  const port = await freePort(wantedPort);
  const kept = await keepRunning(() => launch(mongod, folder.path, port, isThrowaway), say);
  const stop = once(async () => {
    const instance = await kept.release();
    if (instance !== null) await end(instance, port, isThrowaway);
    await removeOwner(folder.path);
    await folder.release();
  });
  return {
    uri: `mongodb://${host}:${port}/?replicaSet=${replicaSetName}`,
    port,
    get pid() {
      return kept.pid();
    },
    stop,
  };
}

async function launch(
  mongod: Mongod,
  folder: string,
  port: number,
  isThrowaway: boolean,
): Promise<MongoInstance> {
  const instance = await launchInstance(mongod, folder, port, { isThrowaway });
  const mongodPid = instance.mongodProcess?.pid ?? 0;
  try {
    await writeOwner(folder, { pid: process.pid, mongodPid, port });
    await withAdmin(port, (client) => becomePrimary(client.db('admin'), `${host}:${port}`, isThrowaway));
    return instance;
  } catch (error) {
    await end(instance, port, isThrowaway);
    await removeOwner(folder);
    throw error;
  }
}

/** Data that goes with the server need not be written first, which takes seconds where there is much of it. */
async function end(instance: MongoInstance, port: number, isThrowaway: boolean): Promise<void> {
  const { mongodProcess } = instance;
  if (mongodProcess !== undefined && !hasEnded(mongodProcess)) {
    const ended = new Promise((resolve) => mongodProcess.once('exit', resolve));
    const order = { shutdown: 1, force: true, timeoutSecs: 0 };
    if (isThrowaway) mongodProcess.kill('SIGKILL');
    // The order is never answered: the connection ends with the server.
    else await withAdmin(port, (client) => client.db('admin').command(order)).catch(() => null);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, stopLimitMs).unref())]);
  }
  await instance.stop(); // ends the guard, and a server that did not obey
}

async function withAdmin<T>(port: number, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: stopLimitMs,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
