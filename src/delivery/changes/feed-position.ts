import { isId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs, parseTime } from '../../contract/time.ts';
import {
  type FeedPosition,
  type InvalidationPosition,
  invalidationPosition,
  isHistoryComplete,
  type ProjectRecord,
  revisionBefore,
} from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';

/** Maximum milliseconds a write takes: a write that began earlier has a smaller revision than one that begins now. */
export const writeTimeMs = 10_000;

/** A version, `<version>.<event id>`, or `<version>-<number of manual invalidations after it>`. */
const positionForm = /^(\d{1,15})(?:-([1-9]\d{0,14})|\.([^.]*))?$/;

/**
 * Parses `since`: a version, a time, or a previous `next_since`. Returns null when the feed can't continue there: the
 * value is malformed, comes from another database, or is older than the event log.
 */
export async function readFeedPosition(
  db: ProjectDb,
  project: ProjectRecord,
  since: string,
  { now, withTags }: { now: Date; withTags: boolean },
): Promise<FeedPosition | null> {
  const [, version, hand, eventId = null] = positionForm.exec(since) ?? [];
  if (version !== undefined) {
    const isValidId = eventId === null || isId('event', eventId);
    const position = { revision: Number(version), hand: withTags ? Number(hand ?? 0) : 0 };
    const isComplete =
      isInLog(project, position.revision) && (!withTags || isHistoryComplete(project, position));
    return isValidId && isComplete ? { ...position, eventId, createdAfter: null } : null;
  }
  const time = parseTime(since);
  const isInHistory = time !== null && time.getTime() >= now.getTime() - limits.changes_days * dayMs;
  if (!isInHistory) return null;
  const revision = await revisionBefore(db, new Date(time.getTime() - writeTimeMs));
  const position = { revision, hand: 0 };
  return withTags && !isHistoryComplete(project, position)
    ? null
    : { ...position, eventId: null, createdAfter: time };
}

function isInLog({ revision, forgotten_revision: forgotten = 0 }: ProjectRecord, position: number): boolean {
  return position <= revision && position >= forgotten;
}

/** Returns the current end of a project's feed. Manual invalidations are not part of a feed without tags. */
export function feedEnd(project: ProjectRecord, { withTags }: { withTags: boolean }): InvalidationPosition {
  return withTags ? invalidationPosition(project) : { revision: project.revision, hand: 0 };
}

export function positionAt({ revision, hand }: InvalidationPosition): FeedPosition {
  return { revision, hand, eventId: null, createdAfter: null };
}

/** Formats a position as callers send it back in `since`. */
export function feedPositionText({
  revision,
  hand,
  eventId,
}: Pick<FeedPosition, 'revision' | 'hand' | 'eventId'>): string {
  if (eventId !== null) return `${revision}.${eventId}`;
  return hand === 0 ? String(revision) : `${revision}-${hand}`;
}
