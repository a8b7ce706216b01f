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
import { joined } from './next-purge.ts';

/** Rows that one batch is made of at most; what is left makes the next one. */
const rowsMax = 2_000;

/** What a target has not been told yet. */
export interface News {
  tags: string[];
  /** The place after which it begins; null when it is everything. */
  since: InvalidationPosition | null;
  upTo: InvalidationPosition;
  hasMore: boolean;
}

/**
 * What was invalidated in a project since a position; everything when it begins nowhere or is not whole. Null when the
 * project is gone.
 */
export async function readPendingTags(
  db: ProjectDb,
  through: InvalidationPosition | null,
): Promise<News | null> {
  const told = through === null ? null : await invalidationPageAfter(db, through, rowsMax);
  if (told?.isWhole !== true) {
    const upTo = told?.upTo ?? (await findInvalidationPosition(db));
    return upTo === null ? null : { tags: everything(db.projectId), since: null, upTo, hasMore: false };
  }
  const tags = new Set(told.rows.flatMap((row) => [...row.tags, ...row.hidden]));
  return {
    tags: tags.size > tagsMax.change ? everything(db.projectId) : [...tags].sort(),
    since: through,
    upTo: told.upTo,
    hasMore: told.hasMore,
  };
}

/** The tags that are sent once more, and the range that they are of; null when none is due. */
export async function repeatedPurge(
  db: ProjectDb,
  due: readonly PurgeRepeat[],
): Promise<{ tags: string[]; stretch: Omit<PurgeRepeat, 'due_at'> } | null> {
  if (due.length === 0) return null;
  const stretch = joined(due);
  const { since, version } = stretch;
  const tags =
    since === null
      ? everything(db.projectId)
      : await tagsBetween(db, { after: since, upTo: version, from: null }, { toSecret: true });
  return { tags, stretch };
}
