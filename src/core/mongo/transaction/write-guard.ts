import type { ClientSession } from 'mongodb';

const writesBySession = new WeakMap<ClientSession, number>();

/** Starts recording whether a transaction stores anything, to verify work that ends with `unchanged`. */
export function watchWrites(session: ClientSession): void {
  writesBySession.set(session, 0);
}

/** Records that rows were stored, changed or removed. */
export function noteWrite(session: ClientSession | undefined, rows: number): void {
  const writes = session === undefined ? undefined : writesBySession.get(session);
  if (session !== undefined && writes !== undefined && rows > 0) writesBySession.set(session, writes + 1);
}

/** Returns how many commands of the transaction stored something since `watchWrites`. */
export function countWrites(session: ClientSession): number {
  return writesBySession.get(session) ?? 0;
}

/** Returns whether the transaction stored anything since `watchWrites`. */
export function hasWritten(session: ClientSession): boolean {
  return countWrites(session) > 0;
}
