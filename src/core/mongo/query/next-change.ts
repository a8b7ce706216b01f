import type { ClientSession } from 'mongodb';
import { datePaths } from '../scope/collection.ts';

interface Watch {
  /** Dates up to here have come. */
  nowMs: number;
  earliest: number | null;
}

const watches = new WeakMap<ClientSession, Watch>();

/**
 * Watches a transaction for rows that appear to readers, or change for them, at a date, so that no feature can forget to say
 * that it scheduled something.
 */
export function watchDates(session: ClientSession, now: Date): void {
  watches.set(session, { nowMs: now.getTime(), earliest: null });
}

/** The earliest date still to come that the transaction stored, or null. */
export function comingDate(session: ClientSession): Date | null {
  const earliest = watches.get(session)?.earliest ?? null;
  return earliest === null ? null : new Date(earliest);
}

/** Notes the date of a row that is being stored. */
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
