import { groups, isReleaseTag, withProjectCode, tagsMax } from '../../contract/events/cache-tags.ts';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import { events } from '../events/repository.ts';
import { type Following, Inserts, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { ProjectRecord } from '../project/schema.ts';
import { countByHand, findProject } from '../project/repository.ts';
import { noteForgottenTags } from '../project/pruned-events.ts';
import { insertInvalidation, invalidations, newestBefore, removeBefore } from './repository.ts';
import type { InvalidationPosition, InvalidationRow } from './schema.ts';
import {
  comparePositions,
  eachInvalidation,
  changeTagsAt,
  type InvalidationRange,
} from './invalidation-rows.ts';

/** So many changes are read; more of them are everything. */
const changesMax = 2_000;

/**
 * The tags of all that was invalidated in a range of a project, as they are sent: at most 256, else the one that means
 * everything. A receiver without a secret gets no tag of a release, and none of what readers do not see.
 */
export async function tagsBetween(
  db: ProjectDb,
  stretch: InvalidationRange,
  { toSecret }: { toSecret: boolean },
): Promise<string[]> {
  const found = new Set<string>();
  let count = 0;
  const isWhole = await eachInvalidation(db, stretch, ({ tags, hidden }) => {
    count += 1;
    for (const tag of tags) if (toSecret || !isReleaseTag(tag)) found.add(tag);
    if (toSecret) for (const id of hidden) found.add(id);
    return count <= changesMax && found.size <= tagsMax.change;
  });
  return isWhole && found.size <= tagsMax.change ? [...found].sort() : everything(db.projectId);
}

/**
 * What an event says of the tags of its change, by the change's revision: at most 64, else the one that means everything.
 * For receivers that prove themselves by a secret.
 */
export async function tagsOfEvents(
  db: ProjectDb,
  revisions: readonly number[],
): Promise<Map<number, string[]>> {
  const told = await changeTagsAt(db, [...new Set(revisions)]);
  return new Map(
    [...told].map(([revision, { tags, hidden }]) => {
      const whole = [...tags, ...hidden];
      return [revision, whole.length > tagsMax.event ? everything(db.projectId) : whole];
    }),
  );
}

/** The tag that every read of a project carries, as it is sent. */
export function everything(projectId: string): string[] {
  return withProjectCode([groups.all], projectId);
}

/** How far a project's row says that it has come. */
export function invalidationPosition({
  revision,
  told_by_hand: hand = 0,
}: ProjectRecord): InvalidationPosition {
  return { revision, hand };
}

/** Whether all invalidations after a position are stored, and the project has reached that position. */
export function isHistoryComplete(project: ProjectRecord, place: InvalidationPosition): boolean {
  const { forgotten_revision: events = 0, forgotten_tags: tags = 0, forgotten_by_hand: byHand } = project;
  const isKept = place.revision >= events && place.revision >= tags;
  const now = invalidationPosition(project);
  const isReached = place.revision <= now.revision && place.hand <= now.hand;
  return isKept && isReached && (byHand === undefined || comparePositions(place, byHand) >= 0);
}

/** The invalidations after a position. */
export interface InvalidationPage {
  /** False when some of it is forgotten, or the place is above the project's own, as after a restore: all may be old. */
  isWhole: boolean;
  /** In the order in which they were made; none where the history is not complete. */
  rows: InvalidationRow[];
  /** Where to go on: nothing up to here is missing in `rows`. */
  upTo: InvalidationPosition;
  /** Whether there may be more after `upTo` already. */
  hasMore: boolean;
}

/**
 * The invalidations of a project after a position, hidden ids too; at most `most` rows. Null when the project is gone.
 */
export async function invalidationPageAfter(
  db: ProjectDb,
  after: InvalidationPosition,
  most: number,
): Promise<InvalidationPage | null> {
  const project = await findProject(db); // first: what is stored beside the reading comes with the next
  if (project === null) return null;
  const now = invalidationPosition(project);
  if (!isHistoryComplete(project, after)) return { isWhole: false, rows: [], upTo: now, hasMore: false };
  const rows: InvalidationRow[] = [];
  const isAll = await eachInvalidation(db, { after, upTo: now, from: null }, (row) => {
    if (rows.length === most) return false;
    rows.push(row);
    return true;
  });
  const { revision, hand } = (isAll ? undefined : rows.at(-1)) ?? now;
  return { isWhole: true, rows, upTo: { revision, hand }, hasMore: !isAll };
}

/** The present position of a project: a reader that begins here gets what comes from now on. Null when it is gone. */
export async function findInvalidationPosition(db: ProjectDb): Promise<InvalidationPosition | null> {
  const project = await findProject(db);
  return project === null ? null : invalidationPosition(project);
}

/**
 * Follows the invalidations of all projects as they are stored: `next` returns the project. It is a hint when to look;
 * `invalidationPageAfter` finds what it misses.
 */
export function watchInvalidations(system: SystemDb, following: Following): Inserts {
  return new Inserts(system, { collections: [invalidations.name, events.name], having: 'tags' }, following);
}

/**
 * Invalidates responses without a change: someone purges, a key is revoked, or the CDN mode changes. It has its own number,
 * so no revision moves and no cached response is lost (docs/architecture/decisions/0185-tags-on-events.md). It is part of the
 * transaction that caused it.
 * @param tags - as they are sent (`tagForm`); `everything()` for all. More than 256 are everything.
 */
export async function invalidateByHand(
  db: ProjectDb,
  { tags, now }: { tags: readonly string[]; now: Date },
): Promise<InvalidationPosition> {
  const { revision, hand } = await countByHand(db);
  const distinct = [...new Set(tags)].sort();
  await insertInvalidation(db, {
    _id: newId('invalidation', now),
    project_id: db.projectId,
    project_revision: revision,
    hand,
    tags: distinct.length > tagsMax.change ? everything(db.projectId) : distinct,
    hidden: [],
    created_at: now,
  });
  return { revision, hand };
}

/** Removes invalidations after 30 days, as events are removed; each project's row keeps from where on it is whole. */
export async function forgetOldInvalidations(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  const loop = projectLoop(system, 'invalidations.forget', hourMs);
  const failed = await loop.runEach(
    await newestBefore(system, before),
    ({ _id }) => _id,
    async (own, projectId) => {
      for (const { revision, hand } of own)
        await noteForgottenTags(system.project(projectId), { revision, hand });
    },
  );
  return removeBefore(
    system,
    before,
    failed.map(({ _id }) => _id),
  );
}
