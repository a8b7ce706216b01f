import type { Document } from 'mongodb';

/**
 * What readers see at a moment, as conditions on stored rows: the one place that spells it out, since each condition
 * that is written elsewhere is a leak once items can end, too. A lint rule refuses `live_at` in conditions elsewhere.
 */

/** Before everything that can have a publish date (specification: publish-dates): who is live is live after it. */
const beginning = new Date(0);

/** What readers see at `now`. */
export function visible(now: Date) {
  return { live_at: { $lte: now } };
}

/** The same for indexes that leave drafts out: their bound is part of the condition. */
export function visibleIn(now: Date) {
  return { live_at: { $gt: beginning, $lte: now } };
}

/** Rows that readers see, or will: the filter of partial indexes. */
export const everVisible = { live_at: { $gt: beginning } };

/** Rows with live values, which readers see or will, whichever index answers. */
export const published = { live_at: { $ne: null } };

/** Rows without live values: drafts, and what was taken back. */
export const hidden = { live_at: null };

/** What readers will see at a date after `now`. */
export function coming(now: Date) {
  return { live_at: { $gt: now } };
}

/** What is still to be told of as published at its date, which is after `now`. */
export function scheduled(now: Date) {
  return { status: 'scheduled' as const, ...coming(now) };
}

/** What readers see at `now` though it was not told yet. */
export function overdue(now: Date) {
  return { status: 'scheduled' as const, ...visible(now) };
}

/** In pipelines: one thing for rows that readers see at `now`, another for the others. */
export function ifVisible(now: Date, then: unknown, otherwise: unknown): Document {
  return { $cond: [{ $lte: [{ $ifNull: ['$live_at', never] }, now] }, then, otherwise] };
}

/** After every date. */
const never = new Date(8.64e15);

/** The order in which readers begin to see rows, the newest first. */
export const newestFirst = { live_at: -1, _id: 1 } as const;

/** What readers see at `now`, from a place in that order on. */
export function visibleFrom(now: Date, place: { liveAt: Date; id: string } | null) {
  if (place === null) return visible(now);
  const rest = { $or: [{ live_at: { $lt: place.liveAt } }, { _id: { $gt: place.id } }] };
  return { ...visible(place.liveAt < now ? place.liveAt : now), ...rest };
}
