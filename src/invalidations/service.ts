import { bounded, groups, isReleaseTag, named, tagsMax } from '../contract/cache-tags.ts';
import { newId } from '../contract/ids.ts';
import { limits } from '../contract/limits.ts';
import { dayMs } from '../contract/time.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { noteForgottenTags } from '../projects/service.ts';
import { eachBetween, insertInvalidation, newestBefore, removeBefore } from './repository.ts';

interface Change {
  tags: ReadonlySet<string>;
  hidden?: ReadonlySet<string>;
  revision: number;
  now: Date;
}

/** Keeps what a change tells, inside its transaction; of one that no reader sees there is nothing to keep. */
export async function keepInvalidation(
  db: ProjectDb,
  { tags, hidden = new Set(), revision, now }: Change,
): Promise<void> {
  if (tags.size === 0 && hidden.size === 0) return;
  const isTooMuch = tags.size + hidden.size > tagsMax.change;
  await insertInvalidation(db, {
    _id: newId('invalidation', now),
    project_id: db.projectId,
    project_revision: revision,
    tags: named(isTooMuch ? [groups.all] : bounded(tags, tagsMax.change), db.projectId),
    hidden: isTooMuch ? [] : [...hidden],
    created_at: now,
  });
}

/** Which changes are asked for: after a revision, up to another, and not made before a moment. */
export interface ChangeStretch {
  after: number;
  upTo: number;
  from: Date | null;
}

/** So many changes are read; more of them are everything. */
const changesMax = 2_000;

/**
 * The tags of all changes in a stretch of a project, as they are sent: at most 256, else the one that means everything.
 * Who has no secret is told of no release, and of nothing that readers do not see.
 */
export async function tagsBetween(
  db: ProjectDb,
  stretch: ChangeStretch,
  { toSecret }: { toSecret: boolean },
): Promise<string[]> {
  const found = new Set<string>();
  const all = named([groups.all], db.projectId);
  let count = 0;
  const isWhole = await eachBetween(db, stretch, async ({ tags, hidden }) => {
    count += 1;
    for (const tag of tags) if (toSecret || !isReleaseTag(tag)) found.add(tag);
    if (toSecret) for (const id of hidden) found.add(id);
    return Promise.resolve(count <= changesMax && found.size <= tagsMax.change);
  });
  return isWhole && found.size <= tagsMax.change ? [...found].sort() : all;
}

/** Ends what was told after 30 days; each project's row keeps from where on it is whole. */
export async function forgetOldInvalidations(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  for (const { _id, revision } of await newestBefore(system, before))
    await noteForgottenTags(system.project(_id), revision);
  return removeBefore(system, before);
}
