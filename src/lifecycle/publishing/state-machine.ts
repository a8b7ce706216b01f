import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../../contract/events/events.ts';
import {
  endAfter,
  endKeys,
  endOf,
  hasEnded,
  isVisible,
  type Stay,
  withoutDates,
  writtenAt,
} from './due/ends.ts';
import type { PendingChange, PublishedSnapshot, Status } from './schema.ts';

/** One write as the state machine sees it. */
export interface StateChange<V> {
  /** Lays the written values over a snapshot: the draft, and what is live when that changes in the same step. */
  merge: (values: V) => V;
  /** True publishes, false hides, undefined leaves the state alone. */
  publish: boolean | undefined;
  /** The date sent beside it: undefined when none was, null for "now". */
  publishedAt?: Date | null | undefined;
  archived?: boolean | undefined;
  /** Schedules the draft as it is after this write, while what is live stays; null cancels what was scheduled. */
  publishAt?: Date | null | undefined;
  /** The moment at which readers stop seeing it; null takes an end away. */
  unpublishAt?: Date | null | undefined;
  /** The dashboard saves drafts without touching what is live; the API edits both (specification: editing). */
  draftOnly?: boolean;
}

export interface ChangedState<V> {
  after: PublishedSnapshot<V>;
  /** What readers notice, in order; empty when they notice nothing. */
  verbs: readonly PublishedVerb[];
  /** Whether anything differs from before at all; when not, nothing is stored. */
  isChanged: boolean;
  /** Whether it has another end and is otherwise as it was: no change between releases (specification: ends). */
  isEndAlone: boolean;
  /** A live item was given a future date and is hidden until then. */
  hiddenUntil: Date | null;
}

/** What readers see of an item at a moment, or null. */
export function visibleAt<V>(
  item: Pick<PublishedSnapshot<V>, 'live' | 'live_at' | 'live_until'> | null,
  now: Date,
): V | null {
  return item !== null && isVisible(item, now) ? item.live : null;
}

/** The state as it is at a moment: published from the start on, a draft from the end on, whatever the timers did. */
export function statusAt(item: Pick<PublishedSnapshot<unknown>, 'status'> & Stay, now: Date): Status {
  if (hasEnded(item, now)) return 'draft';
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

/** A deleted item as it comes back: a draft, whose revision continues after that of its deletion. */
export function restored<V>(item: PublishedSnapshot<V>, now: Date): PublishedSnapshot<V> {
  const wasLive = item.was_live || item.status === 'published';
  return {
    ...unsaved(item.draft, now),
    published_at: wasLive ? item.published_at : null,
    revision: item.revision + 2,
    created_at: item.created_at,
    updated_at: writtenAt(item, now),
    was_live: wasLive,
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
  const { pending: was } = before;
  const started = stateAfter(before, change, now);
  const next: PublishedSnapshot<V> = {
    ...withoutDates(before),
    ...snapshots(before, change.publishAt instanceof Date ? keepingLive(change) : change),
    ...started,
    ...endKeys(started, endAfter(before, change)),
  };
  if (next.live_at === null) next.live = null;
  const pending = pendingAfter(was, change, { draft: next.draft, isVisible: isVisible(next, now) });
  const saw = visibleAt(before, now);
  const sees = visibleAt(next, now);
  const liveDiffers = !isDeepStrictEqual(before.live, next.live) || !sameTime(before.live_at, next.live_at);
  const isOtherwiseChanged =
    before.revision === 0 ||
    liveDiffers ||
    statusAt(before, now) !== next.status ||
    !sameTime(before.published_at, next.published_at) ||
    !isDeepStrictEqual(was, pending) ||
    !isDeepStrictEqual(before.draft, next.draft);
  const isEndAlone = !isOtherwiseChanged && !sameTime(endOf(before), endOf(next));
  const isChanged = isOtherwiseChanged || isEndAlone;
  if (!isChanged) return { after: before, verbs: [], isChanged, isEndAlone, hiddenUntil: null };

  const revision = before.revision + 1;
  const at = writtenAt(before, now);
  const isPutOff = saw !== null && sees === null && next.live !== null;
  const after: PublishedSnapshot<V> = {
    ...next,
    revision,
    live_revision: next.live === null ? null : liveDiffers ? revision : before.live_revision,
    updated_at: at,
    live_updated_at: next.live === null ? null : liveDiffers ? at : before.live_updated_at,
    was_live: before.was_live || saw !== null || sees !== null,
    ...(pending === undefined ? {} : { pending }),
  };
  const verb = visibleVerb(saw, sees, {
    isReschedule: isPutOff,
    dateMoved: !sameTime(before.published_at, next.published_at),
  });
  // The date came and its event is still missing: that comes first, or receivers would get an update of an item that is
  // unknown to them.
  const overdue: PublishedVerb[] = before.status === 'scheduled' && saw !== null ? ['published'] : [];
  return {
    after,
    verbs: [...overdue, ...(verb === null ? [] : [verb])],
    isChanged,
    isEndAlone,
    hiddenUntil: isPutOff ? next.live_at : null,
  };
}

/** What a write says of the state, without its values. */
export type StateMove = Omit<StateChange<never>, 'merge'>;

/** State and dates of an item after a write. */
export function stateAfter(
  before: PublishedSnapshot<unknown>,
  change: StateMove,
  now: Date,
): Pick<PublishedSnapshot<unknown>, 'status' | 'live_at' | 'published_at'> {
  return state(before, change.publishAt instanceof Date ? keepingLive(change) : change, now);
}

/** A change that is scheduled moves the draft alone. */
function keepingLive<C extends StateMove>(change: C): C {
  return { ...change, publish: undefined, publishedAt: undefined, draftOnly: true };
}

/** Publishing at once and everything that hides the item drop what was scheduled. */
function pendingAfter<V>(
  was: PendingChange<V> | undefined,
  { publishAt, publish }: StateChange<V>,
  now: { draft: V; isVisible: boolean },
): PendingChange<V> | undefined {
  if (!now.isVisible || publishAt === null) return undefined;
  if (publishAt !== undefined) return { values: now.draft, at: publishAt };
  return publish === true ? undefined : was;
}

function snapshots<V>(
  before: PublishedSnapshot<V>,
  change: StateChange<V>,
): Pick<PublishedSnapshot<V>, 'draft' | 'live'> {
  const draft = change.merge(before.draft);
  if (change.publish === true) return { draft, live: draft };
  if (before.live === null || !updatesLive(before, change)) return { draft, live: before.live };
  return { draft, live: change.merge(before.live) };
}

/** Whether a write lays its values over what is live as well as over the draft (specification: editing). */
export function updatesLive<V>(
  { live }: Pick<PublishedSnapshot<V>, 'live'>,
  { publish, draftOnly, publishAt }: Pick<StateChange<V>, 'publish' | 'draftOnly' | 'publishAt'>,
): boolean {
  return live !== null && publish === undefined && draftOnly !== true && !(publishAt instanceof Date);
}

function state(
  before: PublishedSnapshot<unknown>,
  change: StateMove,
  now: Date,
): Pick<PublishedSnapshot<unknown>, 'status' | 'live_at' | 'published_at'> {
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

function sameTime(a: Date | null | undefined, b: Date | null | undefined): boolean {
  return a?.getTime() === b?.getTime();
}
