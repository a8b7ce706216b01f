import { MongoClient } from 'mongodb';
import type { MongoInstance } from 'mongodb-memory-server';

import { type DataFolder, keptFolder, temporaryFolder } from './data-folder.ts';
import { freePort, host, launchInstance } from './instance.ts';
import { removeOwner, waitForFolder, writeOwner } from './owner.ts';
import { becomePrimary, replicaSetName } from './replica-set.ts';
import { findMongod, type Mongod, type SearchOptions } from './search.ts';

export interface EmbeddedMongodOptions extends SearchOptions {
  /** The folder that keeps the data from start to start; null: a temporary one that goes with the server. */
  dbPath: string | null;
  /** A free one unless told. */
  port?: number;
}

/** A running replica set of one. */
export interface EmbeddedMongod {
  uri: string;
  port: number;
  /** The process number of mongod itself. */
  pid: number;
  /** Ends the server in order; its data is on the disk then. Calling it again does nothing. */
  stop(): Promise<void>;
}

const stopLimitMs = 10_000;

/**
 * Starts a real MongoDB replica set of one and waits until it takes writes. The server ends with this process even
 * when the process is killed (within about 2 s).
 *
 * @throws Error when no mongod is found (search.ts), when another process has the folder open, or the port is taken.
 */
export async function startEmbeddedMongod(options: EmbeddedMongodOptions): Promise<EmbeddedMongod> {
  const mongod = await findMongod(options);
  const folder = options.dbPath === null ? await temporaryFolder() : await keptFolder(options.dbPath);
  try {
    return await startOn(folder, mongod, options.port ?? 0);
  } catch (error) {
    await folder.release();
    throw error;
  }
}

async function startOn(folder: DataFolder, mongod: Mongod, wantedPort: number): Promise<EmbeddedMongod> {
  await waitForFolder(folder.path);
  const port = await freePort(wantedPort);
  const instance = await launchInstance(mongod, folder.path, port);
  const pid = instance.mongodProcess?.pid ?? 0;
  const stop = once(() => end(instance, folder, port));
  try {
    await writeOwner(folder.path, { pid: process.pid, mongodPid: pid, port });
    await withAdmin(port, (client) => becomePrimary(client.db('admin'), `${host}:${port}`));
  } catch (error) {
    await stop();
    throw error;
  }
  return { uri: `mongodb://${host}:${port}/?replicaSet=${replicaSetName}`, port, pid, stop };
}

async function end(instance: MongoInstance, folder: DataFolder, port: number): Promise<void> {
  const { mongodProcess } = instance;
  if (mongodProcess?.exitCode === null && mongodProcess.signalCode === null) {
    const ended = new Promise((resolve) => mongodProcess.once('exit', resolve));
    const order = { shutdown: 1, force: true, timeoutSecs: 0 };
    // The order is never answered: the connection ends with the server.
    await withAdmin(port, (client) => client.db('admin').command(order)).catch(() => null);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, stopLimitMs).unref())]);
  }
  await instance.stop(); // ends the guard, and a server that did not obey
  await removeOwner(folder.path);
  await folder.release();
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
