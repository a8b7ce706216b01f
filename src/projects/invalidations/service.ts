import { groups, isReleaseTag, withProjectCode, tagsMax } from '../../contract/events/cache-tags.ts';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import { events } from '../events/repository.ts';
import { type Following, Inserts, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { ProjectRecord } from '../project/schema.ts';
import { countManualInvalidation, findProject } from '../project/repository.ts';
import { notePrunedTags } from '../project/pruned-events.ts';
import { insertInvalidation, invalidations, newestBefore, removeBefore } from './repository.ts';
import type { InvalidationPosition, InvalidationRow } from './schema.ts';
import {
  comparePositions,
  eachInvalidation,
  changeTagsAt,
  type InvalidationRange,
} from './invalidation-rows.ts';

/** The maximum number of changes that are read. For more of them, everything is invalidated. */
const changesMax = 2_000;

/**
 * The cache tags of a range of invalidations, as they are sent: at most 256, otherwise the one for everything.
 * Receivers without a secret get neither tags of releases nor hidden ids.
 */
export async function tagsBetween(
  db: ProjectDb,
  range: InvalidationRange,
  { toSecret }: { toSecret: boolean },
): Promise<string[]> {
  const tagSet = new Set<string>();
  let count = 0;
  const isComplete = await eachInvalidation(db, range, ({ tags, hidden }) => {
    count += 1;
    for (const tag of tags) if (toSecret || !isReleaseTag(tag)) tagSet.add(tag);
    if (toSecret) for (const id of hidden) tagSet.add(id);
    return count <= changesMax && tagSet.size <= tagsMax.change;
  });
  return isComplete && tagSet.size <= tagsMax.change ? [...tagSet].sort() : everything(db.projectId);
}

/**
 * The cache tags in the events of changes, by revision: at most 64, otherwise the one for everything. Only receivers
 * that prove a secret may get them.
 */
export async function tagsOfEvents(
  db: ProjectDb,
  revisions: readonly number[],
): Promise<Map<number, string[]>> {
  const changeTags = await changeTagsAt(db, [...new Set(revisions)]);
  return new Map(
    [...changeTags].map(([revision, { tags, hidden }]) => {
      const eventTags = [...tags, ...hidden];
      return [revision, eventTags.length > tagsMax.event ? everything(db.projectId) : eventTags];
    }),
  );
}

/** The tag of every read of a project, as it is sent. */
export function everything(projectId: string): string[] {
  return withProjectCode([groups.all], projectId);
}

/** The current position of a project, from its row. */
export function invalidationPosition({
  revision,
  told_by_hand: hand = 0,
}: ProjectRecord): InvalidationPosition {
  return { revision, hand };
}

/** Whether all invalidations after a position are stored, and the project has reached that position. */
export function isHistoryComplete(project: ProjectRecord, position: InvalidationPosition): boolean {
  const { forgotten_revision: events = 0, forgotten_tags: tags = 0, forgotten_by_hand: byHand } = project;
  const isStored = position.revision >= events && position.revision >= tags;
  const now = invalidationPosition(project);
  const hasReached = position.revision <= now.revision && position.hand <= now.hand;
  return isStored && hasReached && (byHand === undefined || comparePositions(position, byHand) >= 0);
}

/** The invalidations after a position. */
export interface InvalidationPage {
  /**
   * False if part of the history is pruned, or the position is after the project's own, as after a restore. Then
   * everything may be outdated.
   */
  isComplete: boolean;
  /** In order; empty if the history is not complete. */
  rows: InvalidationRow[];
  /** The position to continue from. `rows` contains everything up to here. */
  upTo: InvalidationPosition;
  /** Whether there may be rows after `upTo`. */
  hasMore: boolean;
}

/** At most `maxRows` invalidations of a project after a position, with hidden ids. Null if the project is gone. */
export async function invalidationPageAfter(
  db: ProjectDb,
  after: InvalidationPosition,
  maxRows: number,
): Promise<InvalidationPage | null> {
  const project = await findProject(db); // read first, so that rows stored meanwhile belong to the next page
  if (project === null) return null;
  const now = invalidationPosition(project);
  if (!isHistoryComplete(project, after)) return { isComplete: false, rows: [], upTo: now, hasMore: false };
  const rows: InvalidationRow[] = [];
  const isAll = await eachInvalidation(db, { after, upTo: now, from: null }, (row) => {
    if (rows.length === maxRows) return false;
    rows.push(row);
    return true;
  });
  const { revision, hand } = (isAll ? undefined : rows.at(-1)) ?? now;
  return { isComplete: true, rows, upTo: { revision, hand }, hasMore: !isAll };
}

/** The current position of a project, for a reader that wants only later invalidations. Null if the project is gone. */
export async function findInvalidationPosition(db: ProjectDb): Promise<InvalidationPosition | null> {
  const project = await findProject(db);
  return project === null ? null : invalidationPosition(project);
}

/**
 * Follows the invalidations of all projects as they are stored: `next` returns the project. It only says when to look,
 * because `invalidationPageAfter` finds what it misses.
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
export async function invalidateManually(
  db: ProjectDb,
  { tags, now }: { tags: readonly string[]; now: Date },
): Promise<InvalidationPosition> {
  const { revision, hand } = await countManualInvalidation(db);
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

/**
 * Removes invalidations after 30 days, like events. Each project's row stores from which position its history is
 * complete.
 */
export async function pruneInvalidations(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  const loop = projectLoop(system, 'invalidations.forget', hourMs);
  const failedRows = await loop.runEach(
    await newestBefore(system, before),
    ({ _id }) => _id,
    async (own, projectId) => {
      for (const { revision, hand } of own)
        await notePrunedTags(system.project(projectId), { revision, hand });
    },
  );
  return removeBefore(
    system,
    before,
    failedRows.map(({ _id }) => _id),
  );
}
