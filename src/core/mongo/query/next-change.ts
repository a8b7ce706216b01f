import type { ClientSession } from 'mongodb';
import { datePaths } from '../scope/collection.ts';

interface Watch {
  nowMs: number;
  earliest: number | null;
}

const watches = new WeakMap<ClientSession, Watch>();

/** Watches a transaction for rows with publish or end dates, so that features need not report them. */
export function watchDates(session: ClientSession, now: Date): void {
  watches.set(session, { nowMs: now.getTime(), earliest: null });
}

/** Returns the earliest future date that the transaction stored, or null. */
export function comingDate(session: ClientSession): Date | null {
  const earliest = watches.get(session)?.earliest ?? null;
  return earliest === null ? null : new Date(earliest);
}

/** Records the dates of a row that is stored in a watched transaction. */
export function noteDate(session: ClientSession | undefined, row: object | undefined): void {
  const watch = session === undefined ? undefined : watches.get(session);
  if (watch === undefined || row === undefined) return;
  for (const path of datePaths) {
    const date = valueAt(row, path);
    if (!(date instanceof Date)) continue;
    const time = date.getTime();
    if (time > watch.nowMs && (watch.earliest === null || time < watch.earliest)) watch.earliest = time;
  }
}

function valueAt(row: object, path: (typeof datePaths)[number]): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], row);
}
