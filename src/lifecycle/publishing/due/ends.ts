import { latest } from '../../../contract/time.ts';
import type { PublishableItem, VisiblePeriodPath } from '../schema.ts';

/** The dates between which readers see an item. */
export type VisiblePeriod = Pick<PublishableItem<unknown>, VisiblePeriodPath>;

/** Whether readers see an item; the start is inclusive, the end exclusive. */
export function isVisible(item: VisiblePeriod, now: Date): boolean {
  return item.live_at !== null && item.live_at <= now && !hasEnded(item, now);
}

/** Whether the end of an item has passed, with or without its event. */
export function hasEnded({ live_until }: Pick<VisiblePeriod, 'live_until'>, now: Date): boolean {
  return live_until !== undefined && live_until <= now;
}

/** Whether readers don't see an item and won't without a write. */
export function isHidden(item: VisiblePeriod, now: Date): boolean {
  return item.live_at === null || hasEnded(item, now);
}

/** Whether readers see an item or ever saw it; its slug is then final. */
export function wasSeen(
  { was_live, live_at }: Pick<PublishableItem<unknown>, 'was_live' | 'live_at'>,
  now: Date,
) {
  return was_live || (live_at !== null && live_at <= now);
}

/** When the visibility of an item changes next without a write: its start, then its end; null for never. */
export function nextMoment(item: VisiblePeriod, now: Date): Date | null {
  if (isHidden(item, now)) return null;
  return isVisible(item, now) ? (item.live_until ?? null) : item.live_at;
}

/** The dates at which readers see a change without a write, as a text to compare. */
export function laterDates(
  item: Pick<PublishableItem<unknown>, 'pending' | 'live_until'> | null | undefined,
): string {
  return [item?.pending?.at, item?.live_until].map((date) => date?.getTime() ?? '').join();
}

/** The end of an item, including a draft's. */
export function endOf({
  live_until,
  kept_until,
}: Pick<PublishableItem<unknown>, 'live_until' | 'kept_until'>) {
  return live_until ?? kept_until;
}

/** Dates that are absent unless they are used. */
export const usedDates = ['pending', 'live_until', 'kept_until', 'ended_at'] as const;
type UsedDate = (typeof usedDates)[number];

export function withoutDates<S extends object>(item: S): Omit<S, UsedDate> {
  const { pending, live_until, kept_until, ended_at, ...rest } = item as S &
    Partial<Pick<PublishableItem<unknown>, UsedDate>>;
  return rest;
}

/**
 * Returns the time of a write: not before the previous write, whose process may have another clock, and
 * after the last emitted end, even within one millisecond.
 */
export function writtenAt(
  { updated_at, ended_at }: Pick<PublishableItem<unknown>, 'updated_at' | 'ended_at'>,
  now: Date,
): Date {
  const at = latest(updated_at, now);
  return ended_at === undefined || ended_at < at ? at : new Date(ended_at.getTime() + 1);
}

/**
 * Returns the item after its end: a draft with its first date and no end, with unchanged revision and times.
 */
export function endedItem<S extends PublishableItem<unknown>>(item: S): S {
  const draftState = {
    status: 'draft',
    live: null,
    live_at: null,
    live_revision: null,
    live_updated_at: null,
  };
  const endedState = { ...withoutDates(item), ...draftState, was_live: true, ended_at: item.live_until };
  return endedState as unknown as S; // S without its optional keys
}

/** The parts of a write that affect the end. */
interface EndMove {
  publish: boolean | undefined;
  archived?: boolean | undefined;
  unpublishAt?: Date | null | undefined;
}

/** Edits and publications keep the end; whatever hides the item removes it (specification: ends). */
export function endAfter(before: PublishableItem<unknown>, change: EndMove): Date | undefined {
  if (change.publish === false || change.archived === true) return undefined;
  return change.unpublishAt === undefined ? endOf(before) : (change.unpublishAt ?? undefined);
}

/** Stores the end in `live_until`, which queries use, only while the item has a start. */
export function endKeys({ live_at }: VisiblePeriod, end: Date | undefined) {
  if (end === undefined) return {};
  return live_at === null ? { kept_until: end } : { live_until: end };
}
