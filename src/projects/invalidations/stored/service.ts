import { limitTags, groups, withProjectCode, tagsMax } from '../../../contract/events/cache-tags.ts';
import { newId } from '../../../contract/ids.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { insertInvalidation } from '../repository.ts';

/** What a change tells, as it was gathered while it was made. */
export interface GatheredTags {
  tags: ReadonlySet<string>;
  hidden?: ReadonlySet<string>;
}

/** What a change tells, as it is stored and sent; null when no reader sees the change. At most 256 tags. */
export function storedTags(
  { tags, hidden = new Set() }: GatheredTags,
  projectId: string,
): { tags: string[]; hidden: string[] } | null {
  if (tags.size === 0 && hidden.size === 0) return null;
  const isTooMuch = tags.size + hidden.size > tagsMax.change;
  return {
    tags: withProjectCode(isTooMuch ? [groups.all] : limitTags(tags, tagsMax.change), projectId),
    hidden: isTooMuch ? [] : [...hidden],
  };
}

/** Keeps what a change without events tells, inside its transaction. Others keep it with their first event. */
export async function storeInvalidation(
  db: ProjectDb,
  { revision, now, ...gathered }: GatheredTags & { revision: number; now: Date },
): Promise<void> {
  const kept = storedTags(gathered, db.projectId);
  if (kept === null) return;
  await insertInvalidation(db, {
    _id: newId('invalidation', now),
    project_id: db.projectId,
    project_revision: revision,
    ...kept,
    created_at: now,
  });
}
