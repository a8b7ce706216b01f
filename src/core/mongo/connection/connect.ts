import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { BadAddress, hostsOf, openClient } from './address.ts';
import { isDatabaseAway } from './failures.ts';
import { SystemDb } from '../scope/handle.ts';

/** How long a wait for the database stays unannounced, and the pause between two attempts. */
const announceAfterMs = 1_000;
const retryMs = 500;

/** No server responded at the address; one may do so later. */
class NoServer extends BadAddress {
  readonly reason: string;

  constructor(reason: string) {
    super(`leads to no server that answers (${reason}).`);
    this.reason = reason;
  }
}

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
  return error instanceof MongoServerError && !isDatabaseAway(error)
    ? new BadAddress(`leads to a server that refuses: ${reason}`)
    : new NoServer(reason);
}

/** How long a start waits for the database, and what is told the hosts when it has to. */
export interface DatabaseWait {
  forMs: number;
  onWait: (hosts: string) => void;
}

/**
 * Connects as `connect` does, and tries again for a while if no server responds.
 * @throws BadAddress at once for what waiting does not fix, else an Error that names the hosts and the variable.
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
