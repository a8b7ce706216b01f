import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../../contract/events/events.ts';
import {
  endAfter,
  endKeys,
  endOf,
  hasEnded,
  isVisible,
  type VisiblePeriod,
  withoutDates,
  writtenAt,
} from './due/ends.ts';
import type { PendingChange, PublishableItem, Status } from './schema.ts';

/** One write as the state machine sees it. */
export interface StateChange<V> {
  /** Merges the written values into a snapshot: the draft, and the live values if they change too. */
  merge: (values: V) => V;
  /** True publishes, false hides, undefined keeps the state. */
  publish: boolean | undefined;
  /** The publish date of the write: undefined if not sent, null for now. */
  publishedAt?: Date | null | undefined;
  archived?: boolean | undefined;
  /** Schedules the draft after this write and keeps the live values; null cancels a scheduled change. */
  publishAt?: Date | null | undefined;
  /** When readers stop seeing the item; null removes an end. */
  unpublishAt?: Date | null | undefined;
  /**
   * The dashboard saves drafts without changing the live values; the API edits both (specification:
   * editing).
   */
  draftOnly?: boolean;
  /** Keys of empty values that the service fills, such as slugs. An approval of the draft includes them. */
  createdKeys?: readonly string[];
  /** Keys that only sort items. A change of them alone needs no approval and no new review. */
  orderKeys?: readonly string[];
}

export interface ChangedState<V> {
  after: PublishableItem<V>;
  /** The events that readers notice, in order. */
  verbs: readonly PublishedVerb[];
  /** Whether anything differs; otherwise nothing is stored. */
  isChanged: boolean;
  /** Whether only the end changed, which is no change between releases (specification: ends). */
  isEndOnly: boolean;
  /** Set if a live item got a future date and is hidden until then. */
  hiddenUntil: Date | null;
}

/** Returns the values that readers see, or null. */
export function visibleAt<V>(
  item: Pick<PublishableItem<V>, 'live' | 'live_at' | 'live_until'> | null,
  now: Date,
): V | null {
  return item !== null && isVisible(item, now) ? item.live : null;
}

/**
 * Returns the status at a time: published after the start, a draft after the end, with or without their
 * events.
 */
export function statusAt(item: Pick<PublishableItem<unknown>, 'status'> & VisiblePeriod, now: Date): Status {
  if (hasEnded(item, now)) return 'draft';
  return item.status === 'scheduled' && isVisible(item, now) ? 'published' : item.status;
}

/** A new item before its first write. */
export function newItem<V>(values: V, now: Date): PublishableItem<V> {
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

/** A deleted item after its restoration: a draft whose revision continues after the deletion's. */
export function restoredItem<V>(item: PublishableItem<V>, now: Date): PublishableItem<V> {
  const wasLive = item.was_live || item.status === 'published';
  return {
    ...newItem(item.draft, now),
    published_at: wasLive ? item.published_at : null,
    revision: item.revision + 2,
    created_at: item.created_at,
    updated_at: writtenAt(item, now),
    was_live: wasLive,
  };
}

/**
 * The state machine of entries and articles (specification: states, editing). Pure: returns an item after
 * one write and what readers notice.
 */
export function applyChange<V>(
  before: PublishableItem<V>,
  change: StateChange<V>,
  now: Date,
): ChangedState<V> {
  const { pending: pendingBefore } = before;
  const startState = stateAfter(before, change, now);
  const next: PublishableItem<V> = {
    ...withoutDates(before),
    ...snapshots(before, change.publishAt instanceof Date ? asDraftOnly(change) : change),
    ...startState,
    ...endKeys(startState, endAfter(before, change)),
  };
  if (next.live_at === null) next.live = null;
  const pending = pendingAfter(pendingBefore, change, { draft: next.draft, isVisible: isVisible(next, now) });
  const visibleBefore = visibleAt(before, now);
  const visibleAfter = visibleAt(next, now);
  const liveDiffers = !isDeepStrictEqual(before.live, next.live) || !sameTime(before.live_at, next.live_at);
  const isOtherwiseChanged =
    before.revision === 0 ||
    liveDiffers ||
    statusAt(before, now) !== next.status ||
    !sameTime(before.published_at, next.published_at) ||
    !isDeepStrictEqual(pendingBefore, pending) ||
    !isDeepStrictEqual(before.draft, next.draft);
  const isEndOnly = !isOtherwiseChanged && !sameTime(endOf(before), endOf(next));
  const isChanged = isOtherwiseChanged || isEndOnly;
  if (!isChanged) return { after: before, verbs: [], isChanged, isEndOnly, hiddenUntil: null };

  const revision = before.revision + 1;
  const at = writtenAt(before, now);
  const isPostponed = visibleBefore !== null && visibleAfter === null && next.live !== null;
  const after: PublishableItem<V> = {
    ...next,
    revision,
    live_revision: next.live === null ? null : liveDiffers ? revision : before.live_revision,
    updated_at: at,
    live_updated_at: next.live === null ? null : liveDiffers ? at : before.live_updated_at,
    was_live: before.was_live || visibleBefore !== null || visibleAfter !== null,
    ...(pending === undefined ? {} : { pending }),
  };
  const verb = visibleVerb(visibleBefore, visibleAfter, {
    isReschedule: isPostponed,
    dateMoved: !sameTime(before.published_at, next.published_at),
  });
  // The start's event is still missing and comes first; otherwise receivers would get an update of an
  // unknown item.
  const overdue: PublishedVerb[] =
    before.status === 'scheduled' && visibleBefore !== null ? ['published'] : [];
  return {
    after,
    verbs: [...overdue, ...(verb === null ? [] : [verb])],
    isChanged,
    isEndOnly,
    hiddenUntil: isPostponed ? next.live_at : null,
  };
}

/** The parts of a write that affect the state, without values. */
export type StateOptions = Omit<StateChange<never>, 'merge'>;

/** Returns the state and dates of an item after a write. */
export function stateAfter(
  before: PublishableItem<unknown>,
  change: StateOptions,
  now: Date,
): Pick<PublishableItem<unknown>, 'status' | 'live_at' | 'published_at'> {
  return nextState(before, change.publishAt instanceof Date ? asDraftOnly(change) : change, now);
}

/** A scheduled change only affects the draft. */
function asDraftOnly<C extends StateOptions>(change: C): C {
  return { ...change, publish: undefined, publishedAt: undefined, draftOnly: true };
}

/** Publishing now and everything that hides the item cancel the scheduled change. */
function pendingAfter<V>(
  pendingBefore: PendingChange<V> | undefined,
  { publishAt, publish }: StateChange<V>,
  next: { draft: V; isVisible: boolean },
): PendingChange<V> | undefined {
  if (!next.isVisible || publishAt === null) return undefined;
  if (publishAt !== undefined) return { values: next.draft, at: publishAt };
  return publish === true ? undefined : pendingBefore;
}

function snapshots<V>(
  before: PublishableItem<V>,
  change: StateChange<V>,
): Pick<PublishableItem<V>, 'draft' | 'live'> {
  const draft = change.merge(before.draft);
  if (change.publish === true) return { draft, live: draft };
  if (before.live === null || !updatesLive(before, change)) return { draft, live: before.live };
  return { draft, live: change.merge(before.live) };
}

/** Whether a write merges its values into the live values as well as the draft (specification: editing). */
export function updatesLive<V>(
  { live }: Pick<PublishableItem<V>, 'live'>,
  { publish, draftOnly, publishAt }: Pick<StateChange<V>, 'publish' | 'draftOnly' | 'publishAt'>,
): boolean {
  return live !== null && publish === undefined && draftOnly !== true && !(publishAt instanceof Date);
}

function nextState(
  before: PublishableItem<unknown>,
  change: StateOptions,
  now: Date,
): Pick<PublishableItem<unknown>, 'status' | 'live_at' | 'published_at'> {
  const sentDate = change.publishedAt;
  const storedDate = sentDate === undefined ? before.published_at : sentDate;
  if (change.archived === true) return { status: 'archived', live_at: null, published_at: storedDate };
  if (change.publish === true) return goLive(storedDate ?? now, now);
  if (change.publish === false || (change.archived === false && before.status === 'archived')) {
    return { status: 'draft', live_at: null, published_at: storedDate };
  }
  if (before.live_at === null) return { status: before.status, live_at: null, published_at: storedDate };
  if (sentDate !== undefined) return goLive(sentDate ?? now, now);
  return { status: statusAt(before, now), live_at: before.live_at, published_at: before.published_at };
}

function goLive(
  date: Date,
  now: Date,
): Pick<PublishableItem<unknown>, 'status' | 'live_at' | 'published_at'> {
  return { status: date > now ? 'scheduled' : 'published', live_at: date, published_at: date };
}

/** Returns the event that readers notice, or null (specification: events). */
function visibleVerb(
  visibleBefore: unknown,
  visibleAfter: unknown,
  { isReschedule, dateMoved }: { isReschedule: boolean; dateMoved: boolean },
): PublishedVerb | null {
  if (isReschedule) return null; // the event fires at the date
  if (visibleBefore === null) return visibleAfter === null ? null : 'published';
  if (visibleAfter === null) return 'unpublished';
  return isDeepStrictEqual(visibleBefore, visibleAfter) && !dateMoved ? null : 'updated';
}

function sameTime(a: Date | null | undefined, b: Date | null | undefined): boolean {
  return a?.getTime() === b?.getTime();
}
