import { isId } from '../contract/ids.ts';
import { limits } from '../contract/limits.ts';
import { dayMs } from '../contract/time.ts';
import { type FeedPosition, revisionBefore } from '../events/service.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import type { ProjectRecord } from '../projects/schema.ts';
import { parseTime } from '../publishing/service.ts';

/** A write that was begun this long ago has ended, so that its revision is smaller than those begun since. */
export const writeTimeMs = 10_000;

/**
 * Reads `since`: a version, a time, or `<version>.<event id>` as `next_since` gives it. Null when the feed cannot go
 * on from there: the place is malformed, of another database, or older than the event log.
 */
export async function readFeedPosition(
  db: ProjectDb,
  project: ProjectRecord,
  since: string,
  { now, withTags }: { now: Date; withTags: boolean },
): Promise<FeedPosition | null> {
  const [version = '', eventId = null, ...more] = since.split('.');
  if (/^\d{1,15}$/.test(version) && more.length === 0) {
    const isKnown = eventId === null || isId('event', eventId);
    const place = { revision: Number(version), eventId, madeAfter: null };
    const isWhole = isInLog(project, place.revision) && hasTags(project, place.revision, withTags);
    return isKnown && isWhole ? place : null;
  }
  const time = parseTime(since);
  const isKept = time !== null && time.getTime() >= now.getTime() - limits.changes_days * dayMs;
  if (!isKept) return null;
  const revision = await revisionBefore(db, new Date(time.getTime() - writeTimeMs));
  return hasTags(project, revision, withTags) ? { revision, eventId: null, madeAfter: time } : null;
}

function isInLog({ revision, forgotten_revision: forgotten = 0 }: ProjectRecord, asked: number): boolean {
  return asked <= revision && asked >= forgotten;
}

/** Whether the tags of all changes after a revision are kept, as far as anybody wants them. */
function hasTags(
  { forgotten_tags: forgotten = 0 }: ProjectRecord,
  after: number,
  withTags: boolean,
): boolean {
  return !withTags || after >= forgotten;
}

/** A place as callers send it back. */
export function feedPositionText({ revision, eventId }: FeedPosition): string {
  return eventId === null ? String(revision) : `${revision}.${eventId}`;
}
