import { latest } from '../../../contract/time.ts';
import type { PublishedSnapshot, StayPath } from '../schema.ts';

/** From when until when readers see an item. */
export type Stay = Pick<PublishedSnapshot<unknown>, StayPath>;

/** Whether readers see an item at a moment: the start is inside, the end is not. */
export function isVisible(item: Stay, now: Date): boolean {
  return item.live_at !== null && item.live_at <= now && !hasEnded(item, now);
}

/** Whether the end of an item has come, told or not. */
export function hasEnded({ live_until }: Pick<Stay, 'live_until'>, now: Date): boolean {
  return live_until !== undefined && live_until <= now;
}

/** Whether readers neither see an item at a moment nor will by themselves. */
export function isHidden(item: Stay, now: Date): boolean {
  return item.live_at === null || hasEnded(item, now);
}

/** Whether readers see an item or saw it once, told or not: its slug is final then. */
export function wasSeen(
  { was_live, live_at }: Pick<PublishedSnapshot<unknown>, 'was_live' | 'live_at'>,
  now: Date,
) {
  return was_live || (live_at !== null && live_at <= now);
}

/** When what readers see of an item changes by itself: at its start, then at its end; null for never. */
export function nextMoment(item: Stay, now: Date): Date | null {
  if (isHidden(item, now)) return null;
  return isVisible(item, now) ? (item.live_until ?? null) : item.live_at;
}

/** The dates at which that which readers see becomes another by itself, as a text to compare. */
export function laterDates(
  item: Pick<PublishedSnapshot<unknown>, 'pending' | 'live_until'> | null | undefined,
): string {
  return [item?.pending?.at, item?.live_until].map((date) => date?.getTime() ?? '').join();
}

/** The end that an item has, as a draft too. */
export function endOf({
  live_until,
  kept_until,
}: Pick<PublishedSnapshot<unknown>, 'live_until' | 'kept_until'>) {
  return live_until ?? kept_until;
}

/** Dates that are there only where they are used. */
export const usedDates = ['pending', 'live_until', 'kept_until', 'ended_at'] as const;
type UsedDate = (typeof usedDates)[number];

/** The same item without them. */
export function withoutDates<S extends object>(item: S): Omit<S, UsedDate> {
  const { pending, live_until, kept_until, ended_at, ...kept } = item as S &
    Partial<Pick<PublishedSnapshot<unknown>, UsedDate>>;
  return kept;
}

/**
 * The time of a write of an item: not before that of the write before it, whose process may have another clock, and
 * after the end that was emitted last, though both may come in one millisecond.
 */
export function writtenAt(
  { updated_at, ended_at }: Pick<PublishedSnapshot<unknown>, 'updated_at' | 'ended_at'>,
  now: Date,
): Date {
  const at = latest(updated_at, now);
  return ended_at === undefined || ended_at < at ? at : new Date(ended_at.getTime() + 1);
}

/** What an item becomes at its end: a draft with its first date, without another end. Its revision and times stay. */
export function endedItem<S extends PublishedSnapshot<unknown>>(item: S): S {
  const gone = { status: 'draft', live: null, live_at: null, live_revision: null, live_updated_at: null };
  const ended = { ...withoutDates(item), ...gone, was_live: true, ended_at: item.live_until };
  return ended as unknown as S; // S without what it need not have
}

/** What a write says that an end depends on. */
interface EndMove {
  publish: boolean | undefined;
  archived?: boolean | undefined;
  unpublishAt?: Date | null | undefined;
}

/** Edits and publications keep the end, what hides the item drops it (specification: ends). */
export function endAfter(before: PublishedSnapshot<unknown>, change: EndMove): Date | undefined {
  if (change.publish === false || change.archived === true) return undefined;
  return change.unpublishAt === undefined ? endOf(before) : (change.unpublishAt ?? undefined);
}

/** An end stands where readers and dates are asked for it only while there is something to end. */
export function endKeys({ live_at }: Stay, end: Date | undefined) {
  if (end === undefined) return {};
  return live_at === null ? { kept_until: end } : { live_until: end };
}
