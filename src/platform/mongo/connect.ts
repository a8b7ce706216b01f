import { MongoServerError } from 'mongodb';
import { BadAddress, openClient } from './address.ts';
import { SystemDb } from './handle.ts';

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

function badAddress(error: unknown): BadAddress {
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof MongoServerError
    ? new BadAddress(`leads to a server that refuses: ${reason}`)
    : new BadAddress(`leads to no server that answers (${reason}).`);
}
