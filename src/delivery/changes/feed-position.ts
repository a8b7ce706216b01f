import { isId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs } from '../../contract/time.ts';
import {
  type FeedPosition,
  type InvalidationPosition,
  invalidationPosition,
  isHistoryComplete,
  type ProjectRecord,
  revisionBefore,
} from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { parseTime } from '../../lifecycle/index.ts';

/** A write that was begun this long ago has ended, so that its revision is smaller than those begun since. */
export const writeTimeMs = 10_000;

/**
 * The form of a place: a version, or a version and an event of it, or a version and what was invalidated by hand after
 * it.
 */
const placeForm = /^(\d{1,15})(?:-([1-9]\d{0,14})|\.([^.]*))?$/;

/**
 * Reads `since`: a version, a time, or a place as `next_since` gives it. Null when the feed cannot go on from there: the
 * place is malformed, of another database, or older than the event log.
 */
export async function readFeedPosition(
  db: ProjectDb,
  project: ProjectRecord,
  since: string,
  { now, withTags }: { now: Date; withTags: boolean },
): Promise<FeedPosition | null> {
  const [, version, hand, eventId = null] = placeForm.exec(since) ?? [];
  if (version !== undefined) {
    const isKnown = eventId === null || isId('event', eventId);
    const place = { revision: Number(version), hand: withTags ? Number(hand ?? 0) : 0 };
    const isWhole = isInLog(project, place.revision) && (!withTags || isHistoryComplete(project, place));
    return isKnown && isWhole ? { ...place, eventId, madeAfter: null } : null;
  }
  const time = parseTime(since);
  const isKept = time !== null && time.getTime() >= now.getTime() - limits.changes_days * dayMs;
  if (!isKept) return null;
  const revision = await revisionBefore(db, new Date(time.getTime() - writeTimeMs));
  const place = { revision, hand: 0 };
  return withTags && !isHistoryComplete(project, place) ? null : { ...place, eventId: null, madeAfter: time };
}

function isInLog({ revision, forgotten_revision: forgotten = 0 }: ProjectRecord, asked: number): boolean {
  return asked <= revision && asked >= forgotten;
}

/** Where the feed of a project ends for now. What is invalidated by hand has no place in a feed without tags. */
export function feedEnd(project: ProjectRecord, { withTags }: { withTags: boolean }): InvalidationPosition {
  return withTags ? invalidationPosition(project) : { revision: project.revision, hand: 0 };
}

/** The place after everything up to there. */
export function positionAt({ revision, hand }: InvalidationPosition): FeedPosition {
  return { revision, hand, eventId: null, madeAfter: null };
}

/** A place as callers send it back. */
export function feedPositionText({
  revision,
  hand,
  eventId,
}: Pick<FeedPosition, 'revision' | 'hand' | 'eventId'>): string {
  if (eventId !== null) return `${revision}.${eventId}`;
  return hand === 0 ? String(revision) : `${revision}-${hand}`;
}
