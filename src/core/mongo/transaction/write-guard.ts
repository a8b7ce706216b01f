import type { ClientSession } from 'mongodb';

const hasWrittenBySession = new WeakMap<ClientSession, boolean>();

/** Starts recording whether a transaction stores anything, to verify work that ends with `unchanged`. */
export function watchWrites(session: ClientSession): void {
  hasWrittenBySession.set(session, false);
}

/** Records that rows were stored, changed or removed. */
export function noteWrite(session: ClientSession | undefined, rows: number): void {
  if (session !== undefined && rows > 0 && hasWrittenBySession.get(session) === false)
    hasWrittenBySession.set(session, true);
}

/** Returns whether the transaction stored anything since `watchWrites`. */
export function hasWritten(session: ClientSession): boolean {
  return hasWrittenBySession.get(session) === true;
}
