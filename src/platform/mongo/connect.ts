import { MongoClient } from 'mongodb';
import { SystemDb } from './handle.ts';

/** Time to find a server and to get an answer, in milliseconds: a dead database is a 503 within 5 s. */
const waitMs = 4_000;

/**
 * Connects to a replica set or a sharded cluster.
 * @throws Error in plain words when nothing answers there or when the server is neither.
 */
export async function connect(uri: string, databaseName: string): Promise<SystemDb> {
  const client = new MongoClient(uri, {
    appName: 'galley',
    serverSelectionTimeoutMS: waitMs,
    connectTimeoutMS: waitMs,
    socketTimeoutMS: 60_000,
    maxPoolSize: 40,
    waitQueueTimeoutMS: waitMs,
    retryWrites: true,
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    ignoreUndefined: true,
  });
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    if (typeof hello['setName'] !== 'string' && hello['msg'] !== 'isdbgrid') {
      throw new Error(
        'MONGODB_URI leads to a standalone server. Galley needs a replica set (one member is enough) or a sharded cluster.',
      );
    }
    return new SystemDb(client, client.db(databaseName));
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}
