import type { ClientSession } from 'mongodb';

const watched = new WeakMap<ClientSession, boolean>();

/** Notes from here on whether a transaction stores anything, so that none can say that it changed nothing and be wrong. */
export function watchWrites(session: ClientSession): void {
  watched.set(session, false);
}

/** Says that rows were stored, changed or removed. */
export function noteWrite(session: ClientSession | undefined, rows: number): void {
  if (session !== undefined && rows > 0 && watched.get(session) === false) watched.set(session, true);
}

/** Whether the transaction stored anything since it is watched. */
export function hasWritten(session: ClientSession): boolean {
  return watched.get(session) === true;
}
