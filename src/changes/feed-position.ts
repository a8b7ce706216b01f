import { isId } from '../contract/ids.ts';
import { limits } from '../contract/limits.ts';
import { dayMs } from '../contract/time.ts';
import { type FeedPosition, revisionBefore } from '../events/service.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import type { ProjectRecord } from '../projects/schema.ts';
import { parseTime } from '../publishing/service.ts';

/** A write that was begun this long ago has ended, so that its revision is smaller than those begun since. */
const writeTimeMs = 10_000;

/**
 * Reads `since`: a version, a time, or `<version>.<event id>` as `next_since` gives it. Null when the feed cannot go
 * on from there: the place is malformed, of another database, or older than the event log.
 */
export async function readFeedPosition(
  db: ProjectDb,
  project: ProjectRecord,
  since: string,
  now: Date,
): Promise<FeedPosition | null> {
  const [version = '', eventId = null, ...more] = since.split('.');
  if (/^\d{1,15}$/.test(version) && more.length === 0) {
    const isKnown = eventId === null || isId('event', eventId);
    const place = { revision: Number(version), eventId, madeAfter: null };
    return isKnown && isInLog(project, place.revision) ? place : null;
  }
  const time = parseTime(since);
  const isKept = time !== null && time.getTime() >= now.getTime() - limits.changes_days * dayMs;
  if (!isKept) return null;
  return {
    revision: await revisionBefore(db, new Date(time.getTime() - writeTimeMs)),
    eventId: null,
    madeAfter: time,
  };
}

function isInLog({ revision, forgotten_revision: forgotten = 0 }: ProjectRecord, asked: number): boolean {
  return asked <= revision && asked >= forgotten;
}

/** A place as callers send it back. */
export function feedPositionText({ revision, eventId }: FeedPosition): string {
  return eventId === null ? String(revision) : `${revision}.${eventId}`;
}
