import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../contract/events.ts';
import type { PublishedSnapshot, Status } from './schema.ts';

/** One write as the state machine sees it. */
export interface StateChange<V> {
  /** Lays the written values over a snapshot: the draft, and what is live when that changes in the same step. */
  merge: (values: V) => V;
  /** True publishes, false hides, undefined leaves the state alone. */
  publish: boolean | undefined;
  /** The date sent beside it: undefined when none was, null for "now". */
  publishedAt?: Date | null | undefined;
  archived?: boolean | undefined;
  /** The dashboard saves drafts without touching what is live; the API edits both (specification: editing). */
  draftOnly?: boolean;
}

export interface ChangedState<V> {
  after: PublishedSnapshot<V>;
  /** What readers notice, in order; empty when they notice nothing. */
  verbs: readonly PublishedVerb[];
  /** Whether anything differs from before at all; when not, nothing is stored. */
  isChanged: boolean;
  /** A live item was given a future date and is hidden until then. */
  hiddenUntil: Date | null;
}

/** Whether readers see an item at a moment. */
export function isVisible({ live_at }: Pick<PublishedSnapshot<unknown>, 'live_at'>, now: Date): boolean {
  return live_at !== null && live_at <= now;
}

/** What readers see of an item at a moment, or null. */
export function visibleAt<V>(
  item: Pick<PublishedSnapshot<V>, 'live' | 'live_at'> | null,
  now: Date,
): V | null {
  return item !== null && isVisible(item, now) ? item.live : null;
}

/** The state as it is at a moment: a scheduled item is published from its date on, whatever the timers did. */
export function statusAt(item: Pick<PublishedSnapshot<unknown>, 'status' | 'live_at'>, now: Date): Status {
  return item.status === 'scheduled' && isVisible(item, now) ? 'published' : item.status;
}

/** A new item before its first write. */
export function unsaved<V>(values: V, now: Date): PublishedSnapshot<V> {
  return {
    draft: values,
    live: null,
    live_at: null,
    published_at: null,
    status: 'draft',
    revision: 0,
    live_revision: null,
    created_at: now,
    updated_at: now,
    live_updated_at: null,
    was_live: false,
  };
}

/**
 * The one state machine of entries and articles (specification: states, editing).
 * Pure: says what an item becomes by one write and what readers notice of it.
 */
export function applyChange<V>(
  before: PublishedSnapshot<V>,
  change: StateChange<V>,
  now: Date,
): ChangedState<V> {
  const next = { ...before, ...snapshots(before, change), ...state(before, change, now) };
  if (next.live_at === null) next.live = null;
  const saw = visibleAt(before, now);
  const sees = visibleAt(next, now);
  const liveDiffers = !isDeepStrictEqual(before.live, next.live) || !sameTime(before.live_at, next.live_at);
  const isChanged =
    before.revision === 0 ||
    liveDiffers ||
    statusAt(before, now) !== next.status ||
    !sameTime(before.published_at, next.published_at) ||
    !isDeepStrictEqual(before.draft, next.draft);
  if (!isChanged) return { after: before, verbs: [], isChanged, hiddenUntil: null };

  const revision = before.revision + 1;
  const isHidden = saw !== null && sees === null && next.live !== null;
  const after: PublishedSnapshot<V> = {
    ...next,
    revision,
    live_revision: next.live === null ? null : liveDiffers ? revision : before.live_revision,
    updated_at: now,
    live_updated_at: next.live === null ? null : liveDiffers ? now : before.live_updated_at,
    was_live: before.was_live || saw !== null || sees !== null,
  };
  const verb = visibleVerb(saw, sees, {
    isReschedule: isHidden,
    dateMoved: !sameTime(before.published_at, next.published_at),
  });
  // The date came and nobody said so yet: that comes first, or receivers would hear of an update to the unknown.
  const overdue: PublishedVerb[] = before.status === 'scheduled' && saw !== null ? ['published'] : [];
  return {
    after,
    verbs: [...overdue, ...(verb === null ? [] : [verb])],
    isChanged,
    hiddenUntil: isHidden ? next.live_at : null,
  };
}

function snapshots<V>(
  before: PublishedSnapshot<V>,
  change: StateChange<V>,
): Pick<PublishedSnapshot<V>, 'draft' | 'live'> {
  const draft = change.merge(before.draft);
  if (change.publish === true) return { draft, live: draft };
  if (before.live === null || change.draftOnly === true || change.publish === false)
    return { draft, live: before.live };
  return { draft, live: change.merge(before.live) };
}

function state<V>(
  before: PublishedSnapshot<V>,
  change: StateChange<V>,
  now: Date,
): Pick<PublishedSnapshot<V>, 'status' | 'live_at' | 'published_at'> {
  const asked = change.publishedAt;
  const stored = asked === undefined ? before.published_at : asked;
  if (change.archived === true) return { status: 'archived', live_at: null, published_at: stored };
  if (change.publish === true) return goLive(stored ?? now, now);
  if (change.publish === false || (change.archived === false && before.status === 'archived')) {
    return { status: 'draft', live_at: null, published_at: stored };
  }
  if (before.live_at === null) return { status: before.status, live_at: null, published_at: stored };
  if (asked !== undefined) return goLive(asked ?? now, now);
  return { status: statusAt(before, now), live_at: before.live_at, published_at: before.published_at };
}

function goLive(
  date: Date,
  now: Date,
): Pick<PublishedSnapshot<unknown>, 'status' | 'live_at' | 'published_at'> {
  return { status: date > now ? 'scheduled' : 'published', live_at: date, published_at: date };
}

/** Names what readers would notice, or null when they could notice nothing (specification: events). */
function visibleVerb(
  saw: unknown,
  sees: unknown,
  { isReschedule, dateMoved }: { isReschedule: boolean; dateMoved: boolean },
): PublishedVerb | null {
  if (isReschedule) return null; // the event fires at the date
  if (saw === null) return sees === null ? null : 'published';
  if (sees === null) return 'unpublished';
  return isDeepStrictEqual(saw, sees) && !dateMoved ? null : 'updated';
}

function sameTime(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}
