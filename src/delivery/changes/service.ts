import { LRUCache } from 'lru-cache';
import { type ChangeModule, changeModules } from '../../contract/events/events.ts';
import { limits } from '../../contract/limits.ts';
import { earliest } from '../../contract/time.ts';
import {
  eventsAfter,
  type FeedPosition,
  findProject,
  type InvalidationPosition,
  type ProjectRecord,
  tagsBetween,
} from '../../projects/index.ts';
import { onBehalfOf, type ProjectContext } from '../../core/context/index.ts';
import { nextPromotion, nextScheduledChange, releaseName } from '../../lifecycle/index.ts';
import { feedEnd, feedPositionText, positionAt, readFeedPosition, writeTimeMs } from './feed-position.ts';
import { revisionWatch } from './revision-watch.ts';
import type { ChangeEvent, Changes, ChangesQuery } from './schema.ts';
import { visibleEvent } from './granted.ts';
import { serializeChange } from './serialize.ts';
import { databaseName } from '../../core/mongo/index.ts';

/** Returns whether anything changed; with `wait`, responds at the first change or the timeout (specification: changes). */
export async function readChanges(context: ProjectContext, query: ChangesQuery): Promise<Changes> {
  const { wait = 0, tags = false } = query;
  const project = await projectOf(context);
  const position = query.since ?? (wait > 0 ? currentPositionText(context, project, tags) : undefined);
  const first = await changesNow(context, { project, since: position, withTags: tags });
  if (wait === 0 || first.changed === true || hasTags(first)) return first;
  const ending = { ms: wait * 1000, ...(context.signal === undefined ? {} : { signal: context.signal }) };
  const startedAt = performance.now();
  const { revision, hand } = feedEnd(project, { withTags: tags });
  await revisionWatch(context.db.system).wait(
    context.project.id,
    tags ? { revision, hand } : { revision },
    ending,
  );
  const now = new Date(context.now.getTime() + performance.now() - startedAt);
  const current = await refreshAdmission(context, now);
  return changesNow(current, { project: await projectOf(current), since: position, withTags: tags });
}

/** Returns the context of a new request at `now`, with its grant and default release. @throws the errors of a new request */
async function refreshAdmission(context: ProjectContext, now: Date): Promise<ProjectContext> {
  const admitted = await context.admitAgain?.();
  if (admitted === undefined) return { ...context, now };
  const { caller, project } = admitted;
  return onBehalfOf({ ...context, now, project }, caller, context.requestId);
}

function hasTags({ tags = [] }: Changes): boolean {
  return tags.length > 0;
}

/** Formats the position at the start of the request, so that a first read misses nothing that changes during it. */
function currentPositionText(context: ProjectContext, project: ProjectRecord, withTags: boolean): string {
  const { hand } = feedEnd(project, { withTags });
  return feedPositionText(positionAt({ revision: context.project.revision, hand }));
}

interface FeedQuery {
  project: ProjectRecord;
  since: string | undefined;
  withTags: boolean;
}

async function changesNow(
  context: ProjectContext,
  { project, since, withTags }: FeedQuery,
): Promise<Changes> {
  const state = await stateOf(context, project);
  if (since === undefined) return state;
  const upTo = feedEnd(project, { withTags });
  const position = await readFeedPosition(context.db, project, since, { now: context.now, withTags });
  if (position === null) {
    const next_since = feedPositionText(positionAt(upTo));
    return { ...state, changed: true, reset: true, events: [], has_more: false, next_since };
  }
  const { events, hasMore, next, tags } = await readFeed(context, position, { upTo, withTags });
  const isLater =
    position.createdAfter === null
      ? project.revision > position.revision
      : project.changed_at > position.createdAfter;
  return {
    ...state,
    changed: isLater || events.length > 0,
    events,
    has_more: hasMore,
    next_since: feedPositionText(next),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** A page of the feed with the events that the caller may read, and the position after it. */
export interface FeedPage {
  events: ChangeEvent[];
  /** The position after each event. */
  positions: FeedPosition[];
  hasMore: boolean;
  next: FeedPosition;
  /** Tags of all changes in the page, with and without events; absent unless requested. */
  tags?: string[];
}

export interface FeedOptions {
  upTo: InvalidationPosition;
  withTags: boolean;
}

/** Reads at most 100 events after a position. */
export async function readFeed(
  context: ProjectContext,
  position: FeedPosition,
  { upTo, withTags }: FeedOptions,
): Promise<FeedPage> {
  const toSecret = context.caller?.purpose !== 'publishable';
  const query = { position, upTo: upTo.revision, onlyPublic: !toSecret };
  const rows = await eventsAfter(context.db, query, limits.page_size_max + 1);
  const page = rows.slice(0, limits.page_size_max);
  const positions = page.map((event) => ({
    revision: event.project_revision,
    hand: 0,
    eventId: event._id,
    createdAfter: null,
  }));
  const hasMore = rows.length > page.length;
  const last = positions.at(-1);
  const next = hasMore && last !== undefined ? last : positionAt(upTo);
  const { narrowing } = context.db;
  const visible = page.map((event) => (narrowing === null ? event : visibleEvent(event, narrowing)));
  const events = visible.flatMap((event) => (event === null ? [] : [serializeChange(event, { toSecret })]));
  const feedPage = { events, positions: positions.filter((_, i) => visible[i] !== null), hasMore, next };
  return withTags ? { ...feedPage, tags: await tagsOn(context, position, next) } : feedPage;
}

/** If a page ends between the events of one change, both that page and the next one have the change's tags. */
function tagsOn(context: ProjectContext, position: FeedPosition, next: FeedPosition): Promise<string[]> {
  const { revision, hand, eventId } = position;
  const after = eventId === null ? { revision, hand } : { revision: revision - 1, hand: Infinity };
  const from =
    position.createdAfter === null ? null : new Date(position.createdAfter.getTime() - writeTimeMs);
  const toSecret = context.caller?.purpose !== 'publishable';
  return tagsBetween(context.db, { after, upTo: next, from }, { toSecret });
}

/** Milliseconds to cache a page, and maximum cached pages. */
const sharedMs = 2_000;
const sharedPages = 100;
const pageCache = new LRUCache<string, Promise<FeedPage>>({ max: sharedPages, ttl: sharedMs });

/** Reads a page once for all streams at one position. It is cacheable because changes between two revisions are final. */
export function readSharedFeed(
  context: ProjectContext,
  position: FeedPosition,
  options: FeedOptions,
): Promise<FeedPage> {
  if (position.createdAfter !== null) return readFeed(context, position, options);
  const { upTo, withTags } = options;
  const reader = context.caller?.purpose === 'publishable' ? 'public' : 'secret';
  const key = [
    databaseName(context.db.system),
    context.project.id,
    reader,
    feedPositionText(position),
    feedPositionText(positionAt(upTo)),
    withTags,
    JSON.stringify(context.db.narrowing),
  ].join(' ');
  const page = pageCache.get(key) ?? readFeed(context, position, options);
  pageCache.set(key, page);
  page.catch(() => pageCache.delete(key));
  return page;
}

/** Reads the project's current row. */
export async function projectOf(context: ProjectContext): Promise<ProjectRecord> {
  const project = await findProject(context.db);
  if (project === null) throw new Error(`project ${context.project.id} is gone`);
  return project;
}

async function stateOf(context: ProjectContext, project: ProjectRecord): Promise<Changes> {
  const releaseId = project.default_release_id;
  const isCurrent = releaseId === context.project.defaultReleaseId;
  const [name, nextItem, promotion] = await Promise.all([
    isCurrent ? context.project.defaultReleaseName : releaseName(context.db, releaseId),
    nextScheduledChange(context.scheduled, { db: context.db, releaseId }, context.now),
    nextPromotion(context.db, context.now),
  ]);
  const next = earliest(nextItem, promotion);
  return {
    version: project.revision,
    changed_at: project.changed_at.toISOString(),
    next_scheduled_change: next?.toISOString() ?? null,
    release: { id: releaseId, name, default: true },
    modules: Object.fromEntries(changeModules.map((module) => [module, versionOf(project, module)])),
  };
}

function versionOf(
  { modules }: ProjectRecord,
  module: ChangeModule,
): { version: number; changed_at: string } {
  const { version, changed_at } = modules[module];
  return { version, changed_at: changed_at.toISOString() };
}
