import { type ClientSession, MongoServerError } from 'mongodb';
import type { SystemDb } from './handle.ts';

/** SnapshotTooOld and SnapshotUnavailable: the server wants to be asked for a newer moment. */
const gone = [239, 246];
const attemptsMax = 3;

/**
 * Runs reads that all see the database as it was at one moment: that of the first of them. Writes of others go on
 * meanwhile. `read` may run more than once.
 */
export async function inSnapshot<T>(
  system: SystemDb,
  read: (session: ClientSession) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const session = system.client.startSession({ snapshot: true });
    try {
      return await read(session);
    } catch (error) {
      if (attempt === attemptsMax || !isGone(error)) throw error;
    } finally {
      await session.endSession();
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof MongoServerError && gone.includes(Number(error.code));
}
