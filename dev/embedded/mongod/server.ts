import { MongoClient } from 'mongodb';
import type { MongoInstance } from 'mongodb-memory-server';

import { type DataFolder, keptFolder, temporaryFolder } from './data-folder.ts';
import { freePort, host, launchInstance } from './instance.ts';
import { hasEnded, keepRunning } from './keeper.ts';
import { removeOwner, waitForFolder, writeOwner } from './owner.ts';
import { becomePrimary, replicaSetName } from './replica-set.ts';
import { findMongod, type Mongod, type SearchOptions } from './search.ts';

export interface EmbeddedMongodOptions extends SearchOptions {
  /** The folder for persistent data; null for a temporary folder that is deleted with the server. */
  dbPath: string | null;
  /** Default: any free port. */
  port?: number;
  /** The data isn't read after the server has ended, so the server skips the cost of durable writes. */
  isThrowaway?: boolean;
}

/** A running replica set with one member. */
export interface EmbeddedMongod {
  uri: string;
  port: number;
  /** The process ID of mongod. It changes when mongod is restarted. */
  readonly pid: number;
  /**
   * Shuts the server down and flushes its data, or kills it if its data is temporary. Calling it again has no effect.
   */
  stop(): Promise<void>;
}

const stopLimitMs = 10_000;

/**
 * Starts a real MongoDB replica set with one member and waits until it accepts writes. The server ends within about 2 s
 * of this process, even if it is killed. It is restarted when it ends unexpectedly (keeper.ts).
 * @throws Error if no mongod is found (search.ts), if another process uses the folder, or if the port is taken
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

/** Temporary data isn't flushed, which would take seconds for large data. */
async function end(instance: MongoInstance, port: number, isThrowaway: boolean): Promise<void> {
  const { mongodProcess } = instance;
  if (mongodProcess !== undefined && !hasEnded(mongodProcess)) {
    const ended = new Promise((resolve) => mongodProcess.once('exit', resolve));
    const order = { shutdown: 1, force: true, timeoutSecs: 0 };
    if (isThrowaway) mongodProcess.kill('SIGKILL');
    // mongod closes the connection instead of responding to the command.
    else await withAdmin(port, (client) => client.db('admin').command(order)).catch(() => null);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, stopLimitMs).unref())]);
  }
  await instance.stop(); // ends the guard, and a server that ignored the command
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
