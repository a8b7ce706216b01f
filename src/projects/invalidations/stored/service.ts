import { limitTags, groups, withProjectCode, tagsMax } from '../../../contract/events/cache-tags.ts';
import { newId } from '../../../contract/ids.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { insertInvalidation } from '../repository.ts';

/** The cache tags of a change, as its work collects them. */
export interface CollectedTags {
  tags: ReadonlySet<string>;
  hidden?: ReadonlySet<string>;
}

/** The cache tags of a change, as they are stored and sent: at most 256. Null if no reader sees the change. */
export function storedTags(
  { tags, hidden = new Set() }: CollectedTags,
  projectId: string,
): { tags: string[]; hidden: string[] } | null {
  if (tags.size === 0 && hidden.size === 0) return null;
  const isTooMany = tags.size + hidden.size > tagsMax.change;
  return {
    tags: withProjectCode(isTooMany ? [groups.all] : limitTags(tags, tagsMax.change), projectId),
    hidden: isTooMany ? [] : [...hidden],
  };
}

/**
 * Stores the cache tags of a change without events, inside its transaction. Otherwise the first event contains them.
 */
export async function storeInvalidation(
  db: ProjectDb,
  { revision, now, ...collected }: CollectedTags & { revision: number; now: Date },
): Promise<void> {
  const tagLists = storedTags(collected, db.projectId);
  if (tagLists === null) return;
  await insertInvalidation(db, {
    _id: newId('invalidation', now),
    project_id: db.projectId,
    project_revision: revision,
    ...tagLists,
    created_at: now,
  });
}
