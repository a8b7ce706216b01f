import { type ClientSession, MongoServerError, type Timestamp } from 'mongodb';
import { clientOf } from '../connection/database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** A moment of the database to which reads can go back, for as long as it keeps its history (five minutes by default). */
export type SnapshotTime = Timestamp;

/** SnapshotTooOld and SnapshotUnavailable: the server wants to be asked for a newer moment. */
const gone = [239, 246];
const attemptsMax = 3;

/**
 * Runs reads that all see the database as it was at one moment: `at`, or where that is null or gone already, that of
 * the first read, and then `moment` is null. Writes of others go on meanwhile. `read` may run more than once.
 */
export async function inSnapshot<T>(
  system: SystemDb,
  at: SnapshotTime | null,
  read: (session: ClientSession, moment: SnapshotTime | null) => Promise<T>,
): Promise<T> {
  let moment = at;
  for (let attempt = 1; ; attempt += 1) {
    const session: DatedSession = openSnapshot(system);
    if (moment !== null) session.snapshotTime = moment;
    try {
      return await read(session, moment);
    } catch (error) {
      if (attempt === attemptsMax || !isSnapshotTooOld(error)) throw error;
      moment = null;
    } finally {
      await session.endSession();
    }
  }
}

/** A session whose reads all see the database as the first of them finds it; the caller ends it. */
export function openSnapshot(system: SystemDb): ClientSession {
  return clientOf(system).startSession({ snapshot: true });
}

/**
 * What a read passes to the driver for its session. In a snapshot it must ask for one by itself: the driver does so
 * only where no other read concern is set, and ours is majority.
 */
export function readingIn(session: ClientSession | null | undefined): SessionReading {
  if (session == null) return {};
  return session.snapshotEnabled ? { session, readConcern: { level: 'snapshot' } } : { session };
}

interface SessionReading {
  session?: ClientSession;
  /** Never one of the driver's own objects: it would be shared, and the driver writes the moment into it. */
  readConcern?: { level: 'snapshot' };
}

/** The moment that a snapshot's reads saw; null before the first one. */
export function snapshotTimeOf(session: ClientSession): SnapshotTime | null {
  return (session as DatedSession).snapshotTime ?? null;
}

/** The driver keeps the moment here and sends it with every read, but does not document it yet. */
interface DatedSession extends ClientSession {
  snapshotTime?: Timestamp;
}

/** Whether the database does not keep the moment any more that a snapshot is of. */
export function isSnapshotTooOld(error: unknown): boolean {
  return error instanceof MongoServerError && gone.includes(Number(error.code));
}
