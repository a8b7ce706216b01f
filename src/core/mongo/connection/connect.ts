import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { BadAddress, hostsOf, openClient } from './address.ts';
import { isDatabaseAway } from './failures.ts';
import { SystemDb } from '../scope/handle.ts';

/** Milliseconds after which a wait for the database is announced, and between two attempts. */
const announceAfterMs = 1_000;
const retryMs = 500;

/** No server responded; a later attempt may succeed. */
class NoServer extends BadAddress {
  readonly reason: string;

  constructor(reason: string) {
    super(`points to no server that responds (${reason}).`);
    this.reason = reason;
  }
}

/**
 * Connects to a replica set or a sharded cluster.
 * @throws BadAddress if `uri` is malformed, no server responds, or the server is standalone
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
      'points to a standalone server. Galley needs a replica set (one member is enough) or a sharded cluster.',
    );
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error instanceof BadAddress ? error : toBadAddress(error);
  }
}

function toBadAddress(error: unknown): BadAddress {
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof MongoServerError && !isDatabaseAway(error)
    ? new BadAddress(`points to a server that rejects the connection: ${reason}`)
    : new NoServer(reason);
}

export interface DatabaseWait {
  /** Milliseconds to wait for the database at startup. */
  forMs: number;
  onWait: (hosts: string) => void;
}

/**
 * Connects like `connect`, and retries for `forMs` while no server responds.
 * @throws BadAddress at once if a retry can't help, else an Error with the hosts and the variable
 */
export async function connectPatiently(
  uri: string,
  databaseName: string,
  { forMs, onWait }: DatabaseWait,
): Promise<SystemDb> {
  const hosts = hostsOf(uri);
  const endsAt = performance.now() + forMs;
  const announcement = setTimeout(() => onWait(hosts), announceAfterMs);
  try {
    for (;;) {
      try {
        return await connect(uri, databaseName);
      } catch (error) {
        if (!(error instanceof NoServer)) throw error;
        if (performance.now() > endsAt)
          throw new Error(
            `MongoDB at ${hosts} did not respond within ${forMs / 1000} s (${error.reason}). Check that it runs, and check the variable MONGODB_URI.`,
          );
        await pause(retryMs);
      }
    }
  } finally {
    clearTimeout(announcement);
  }
}
