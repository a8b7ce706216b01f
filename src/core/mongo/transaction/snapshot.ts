import { type ClientSession, MongoServerError, type Timestamp } from 'mongodb';
import { clientOf } from '../connection/database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** A cluster time that reads can go back to while the database keeps its history (five minutes by default). */
export type SnapshotTime = Timestamp;

/** SnapshotTooOld and SnapshotUnavailable. */
const tooOldCodes = [239, 246];
const attemptsMax = 3;

/**
 * Runs reads that all see the database at one moment: `at`, or the moment of the first read if `at` is null or too old.
 * In that case `moment` is null. `read` may run more than once.
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

/** Starts a session whose reads all see the moment of the first read. The caller ends it. */
export function openSnapshot(system: SystemDb): ClientSession {
  return clientOf(system).startSession({ snapshot: true });
}

/**
 * Returns the driver's options for a read in a session. In a snapshot they set the read concern, because the driver
 * sets it only for clients without a read concern, and ours is majority.
 */
export function readingIn(session: ClientSession | null | undefined): SessionReading {
  if (session == null) return {};
  return session.snapshotEnabled ? { session, readConcern: { level: 'snapshot' } } : { session };
}

interface SessionReading {
  session?: ClientSession;
  /** A new object for each read, because the driver writes the moment into it. */
  readConcern?: { level: 'snapshot' };
}

/** Returns the moment of a snapshot, or null before its first read. */
export function snapshotTimeOf(session: ClientSession): SnapshotTime | null {
  return (session as DatedSession).snapshotTime ?? null;
}

/** An undocumented property in which the driver stores the moment of a snapshot. */
interface DatedSession extends ClientSession {
  snapshotTime?: Timestamp;
}

/** Returns whether a read failed because its snapshot is older than the database's history. */
export function isSnapshotTooOld(error: unknown): boolean {
  return error instanceof MongoServerError && tooOldCodes.includes(Number(error.code));
}
