import { tagsMax } from '../../../contract/events/cache-tags.ts';
import {
  everything,
  findInvalidationPosition,
  invalidationPageAfter,
  type InvalidationPosition,
  tagsBetween,
} from '../../../projects/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { PurgeRepeat } from '../../webhooks/schema.ts';
import { joinRanges } from './next-purge.ts';

/** Maximum invalidation rows in one batch; the rest goes into the next one. */
const rowsMax = 2_000;

/** Tags that were invalidated but not yet sent to a target. */
export interface PendingTags {
  tags: string[];
  /** The position after which the changes begin; null when everything is purged. */
  since: InvalidationPosition | null;
  upTo: InvalidationPosition;
  hasMore: boolean;
}

/**
 * Reads what was invalidated in a project since a position: everything if there is no position, or if rows after it
 * are deleted already. Returns null if the project is deleted.
 */
export async function readPendingTags(
  db: ProjectDb,
  through: InvalidationPosition | null,
): Promise<PendingTags | null> {
  const page = through === null ? null : await invalidationPageAfter(db, through, rowsMax);
  if (page?.isComplete !== true) {
    const upTo = page?.upTo ?? (await findInvalidationPosition(db));
    return upTo === null ? null : { tags: everything(db.projectId), since: null, upTo, hasMore: false };
  }
  const tags = new Set(page.rows.flatMap((row) => [...row.tags, ...row.hidden]));
  return {
    tags: tags.size > tagsMax.change ? everything(db.projectId) : [...tags].sort(),
    since: through,
    upTo: page.upTo,
    hasMore: page.hasMore,
  };
}

/** Returns the tags to send again and the range of their changes, or null when no repeat is due. */
export async function repeatedPurge(
  db: ProjectDb,
  due: readonly PurgeRepeat[],
): Promise<{ tags: string[]; range: Omit<PurgeRepeat, 'due_at'> } | null> {
  if (due.length === 0) return null;
  const range = joinRanges(due);
  const { since, version } = range;
  const tags =
    since === null
      ? everything(db.projectId)
      : await tagsBetween(db, { after: since, upTo: version, from: null }, { toSecret: true });
  return { tags, range };
}
