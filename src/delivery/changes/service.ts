import { LRUCache } from 'lru-cache';
import { type ChangeModule, changeModules } from '../../contract/events/events.ts';
import { limits } from '../../contract/limits.ts';
import {
  eventsAfter,
  type FeedPosition,
  findProject,
  type InvalidationPosition,
  type ProjectRecord,
  tagsBetween,
} from '../../projects/index.ts';
import { onBehalfOf, type ProjectContext } from '../../core/context/index.ts';
import { nextScheduledChange, releaseName } from '../../lifecycle/index.ts';
import { feedEnd, feedPositionText, positionAt, readFeedPosition, writeTimeMs } from './feed-position.ts';
import { revisionWatch } from './revision-watch.ts';
import type { ChangeEvent, Changes, ChangesQuery } from './schema.ts';
import { visibleEvent } from './granted.ts';
import { serializeChange } from './serialize.ts';
import { databaseName } from '../../core/mongo/index.ts';

/** Answers whether anything changed; with `wait` not before it did or the time is over (specification: changes). */
export async function readChanges(context: ProjectContext, query: ChangesQuery): Promise<Changes> {
  const { wait = 0, tags = false } = query;
  const project = await projectOf(context);
  const place = query.since ?? (wait > 0 ? textOfNow(context, project, tags) : undefined);
  const first = await changesNow(context, { project, since: place, withTags: tags });
  if (wait === 0 || first.changed === true || hasTags(first)) return first;
  const ending = { ms: wait * 1000, ...(context.signal === undefined ? {} : { signal: context.signal }) };
  const begun = performance.now();
  const { revision, hand } = feedEnd(project, { withTags: tags });
  await revisionWatch(context.db.system).wait(
    context.project.id,
    tags ? { revision, hand } : { revision },
    ending,
  );
  const now = new Date(context.now.getTime() + performance.now() - begun);
  const current = await readmitted(context, now);
  return changesNow(current, { project: await projectOf(current), since: place, withTags: tags });
}

/** The call at a later moment, with the grant and the default release of then. @throws the error that a new request would get */
async function readmitted(context: ProjectContext, now: Date): Promise<ProjectContext> {
  const admitted = await context.admitAgain?.();
  if (admitted === undefined) return { ...context, now };
  const { caller, project } = admitted;
  return onBehalfOf({ ...context, now, project }, caller, context.requestId);
}

function hasTags({ tags = [] }: Changes): boolean {
  return tags.length > 0;
}

/** The place of who begins now: of the state that the request began with, so that nothing since then is missed. */
function textOfNow(context: ProjectContext, project: ProjectRecord, withTags: boolean): string {
  const { hand } = feedEnd(project, { withTags });
  return feedPositionText(positionAt({ revision: context.project.revision, hand }));
}

/** What is asked of the feed, and the project as it was read for it. */
interface Asked {
  project: ProjectRecord;
  since: string | undefined;
  withTags: boolean;
}

async function changesNow(context: ProjectContext, { project, since, withTags }: Asked): Promise<Changes> {
  const state = await stateOf(context, project);
  if (since === undefined) return state;
  const upTo = feedEnd(project, { withTags });
  const place = await readFeedPosition(context.db, project, since, { now: context.now, withTags });
  if (place === null) {
    const next_since = feedPositionText(positionAt(upTo));
    return { ...state, changed: true, reset: true, events: [], has_more: false, next_since };
  }
  const { events, hasMore, next, tags } = await readFeed(context, place, { upTo, withTags });
  const isLater =
    place.madeAfter === null ? project.revision > place.revision : project.changed_at > place.madeAfter;
  return {
    ...state,
    changed: isLater || events.length > 0,
    events,
    has_more: hasMore,
    next_since: feedPositionText(next),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** A page of the feed: what the caller may hear of, and the place after it. */
export interface FeedPage {
  events: ChangeEvent[];
  /** The place after each of the events. */
  places: FeedPosition[];
  hasMore: boolean;
  next: FeedPosition;
  /** Of all changes on it, events or not; only where they were asked for. */
  tags?: string[];
}

/** How far a page of the feed may go, and whether it has tags. */
export interface FeedOptions {
  upTo: InvalidationPosition;
  withTags: boolean;
}

/** Reads the feed from a place up to another; at most 100 events. */
export async function readFeed(
  context: ProjectContext,
  place: FeedPosition,
  { upTo, withTags }: FeedOptions,
): Promise<FeedPage> {
  const toSecret = context.caller?.purpose !== 'publishable';
  const query = { place, upTo: upTo.revision, onlyPublic: !toSecret };
  const rows = await eventsAfter(context.db, query, limits.page_size_max + 1);
  const page = rows.slice(0, limits.page_size_max);
  const places = page.map((event) => ({
    revision: event.project_revision,
    hand: 0,
    eventId: event._id,
    madeAfter: null,
  }));
  const hasMore = rows.length > page.length;
  const last = places.at(-1);
  const next = hasMore && last !== undefined ? last : positionAt(upTo);
  const { narrowing } = context.db;
  const visible = page.map((event) => (narrowing === null ? event : visibleEvent(event, narrowing)));
  const events = visible.flatMap((event) => (event === null ? [] : [serializeChange(event, { toSecret })]));
  const feedPage = { events, places: places.filter((_, i) => visible[i] !== null), hasMore, next };
  return withTags ? { ...feedPage, tags: await tagsOn(context, place, next) } : feedPage;
}

/** A page that ends among the events of one change has its tags, and so has the page that goes on there. */
function tagsOn(context: ProjectContext, place: FeedPosition, next: FeedPosition): Promise<string[]> {
  const { revision, hand, eventId } = place;
  const after = eventId === null ? { revision, hand } : { revision: revision - 1, hand: Infinity };
  const from = place.madeAfter === null ? null : new Date(place.madeAfter.getTime() - writeTimeMs);
  const toSecret = context.caller?.purpose !== 'publishable';
  return tagsBetween(context.db, { after, upTo: next, from }, { toSecret });
}

/** Pages are believed to be asked for again for this long, and so many are kept; in milliseconds. */
const sharedMs = 2_000;
const sharedPages = 100;
const shared = new LRUCache<string, Promise<FeedPage>>({ max: sharedPages, ttl: sharedMs });

/** The same page, read once for all who stand at the same place: what is between two revisions does not change. */
export function readSharedFeed(
  context: ProjectContext,
  place: FeedPosition,
  asked: FeedOptions,
): Promise<FeedPage> {
  if (place.madeAfter !== null) return readFeed(context, place, asked);
  const { upTo, withTags } = asked;
  const reader = context.caller?.purpose === 'publishable' ? 'public' : 'secret';
  const key = [
    databaseName(context.db.system),
    context.project.id,
    reader,
    feedPositionText(place),
    feedPositionText(positionAt(upTo)),
    withTags,
    JSON.stringify(context.db.narrowing),
  ].join(' ');
  const page = shared.get(key) ?? readFeed(context, place, asked);
  shared.set(key, page);
  page.catch(() => shared.delete(key));
  return page;
}

/** The project's row as it is now. */
export async function projectOf(context: ProjectContext): Promise<ProjectRecord> {
  const project = await findProject(context.db);
  if (project === null) throw new Error(`project ${context.project.id} is gone`);
  return project;
}

async function stateOf(context: ProjectContext, project: ProjectRecord): Promise<Changes> {
  const releaseId = project.default_release_id;
  const isKnown = releaseId === context.project.defaultReleaseId;
  const [name, next] = await Promise.all([
    isKnown ? context.project.defaultReleaseName : releaseName(context.db, releaseId),
    nextScheduledChange(context.scheduled, { db: context.db, releaseId }, context.now),
  ]);
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
