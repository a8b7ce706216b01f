import { MongoClient, MongoServerError } from 'mongodb';
import { SystemDb } from './handle.ts';

/** Time to find a server and to get an answer, in milliseconds: a dead database is a 503 within 5 s. */
const waitMs = 4_000;

/**
 * Connects to a replica set or a sharded cluster.
 * @throws BadAddress when `uri` is malformed, nothing answers there, or the server is neither.
 */
export async function connect(uri: string, databaseName: string): Promise<SystemDb> {
  const client = openClient(uri);
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    if (typeof hello['setName'] === 'string' || hello['msg'] === 'isdbgrid') {
      return new SystemDb(client, client.db(databaseName));
    }
    throw new BadAddress(
      'leads to a standalone server. Galley needs a replica set (one member is enough) or a sharded cluster.',
    );
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error instanceof BadAddress ? error : badAddress(error);
  }
}

/** What is wrong with the database's address; names the variable and never the address, which may hold a password. */
export class BadAddress extends Error {
  constructor(message: string) {
    super(`The variable MONGODB_URI ${message}`);
    this.name = 'BadAddress';
  }
}

function badAddress(error: unknown): BadAddress {
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof MongoServerError
    ? new BadAddress(`leads to a server that refuses: ${reason}`)
    : new BadAddress(`leads to no server that answers (${reason}).`);
}

function openClient(uri: string): MongoClient {
  try {
    return new MongoClient(uri, {
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
      monitorCommands: true, // the metrics measure database time
    });
  } catch (error) {
    throw new BadAddress(`is malformed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
