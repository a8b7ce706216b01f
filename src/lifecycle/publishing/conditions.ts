import type { Document } from 'mongodb';

/**
 * What readers see at a moment, as conditions on stored rows: the one place that spells it out, since each condition
 * that is written elsewhere is a leak at a start or at an end. Lint rules refuse `live_at` and `live_until` in conditions
 * elsewhere.
 */

/** Before everything that can have a publish date (specification: publish-dates): who is live is live after it. */
const beginning = new Date(0);

/** What readers see at `now`: from the start on, and before the end. Rows without an end have no `live_until`. */
export function visible(now: Date) {
  return { live_at: { $lte: now }, ...notEnded(now) };
}

function notEnded(now: Date) {
  return { live_until: { $not: { $lte: now } } };
}

/** The same for indexes that leave drafts out: their bound is part of the condition. */
export function visibleIn(now: Date) {
  return { live_at: { $gt: beginning, $lte: now }, ...notEnded(now) };
}

/** Rows that readers see, or will: the filter of partial indexes. */
export const everVisible = { live_at: { $gt: beginning } };

/** Rows that readers see at `now` or will, whichever index answers. */
export function published(now: Date) {
  return { live_at: { $ne: null }, ...notEnded(now) };
}

/** Drafts and what was taken back, whether by hand or by its end: readers do not see it, and will not by themselves. */
export function hidden(now: Date) {
  return { $or: [{ live_at: null }, ended(now)] };
}

/** Rows whose end has come without its event yet. */
export function ended(now: Date) {
  return { live_until: { $lte: now } };
}

/** Rows whose end comes after `now`. */
export function ending(now: Date) {
  return { live_until: { $gt: now } };
}

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

/** Rows whose scheduled change has come and was not made yet. */
export function changeDue(now: Date) {
  return { 'pending.at': { $lte: now } };
}

/** Rows whose scheduled change is made after `now`. */
export function changing(now: Date) {
  return { 'pending.at': { $gt: now } };
}

/** In pipelines: one thing for rows that readers see at `now`, another for the others. */
export function ifVisible(now: Date, then: unknown, otherwise: unknown): Document {
  const hasBegun = { $lte: [{ $ifNull: ['$live_at', never] }, now] };
  return { $cond: [{ $and: [hasBegun, goesOn(now)] }, then, otherwise] };
}

/** In pipelines: whether the end of a row has not come; true of rows without one. */
export function goesOn(now: Date): Document {
  return { $gt: [{ $ifNull: ['$live_until', never] }, now] };
}

/** After every date. */
const never = new Date(8.64e15);

/** The order in which readers begin to see rows, the newest first. */
export const newestFirst = { live_at: -1, _id: 1 } as const;

/** What readers see at `now`, from a place in that order on. */
export function visibleFrom(now: Date, place: { liveAt: Date; id: string } | null) {
  if (place === null) return visible(now);
  const rest = { $or: [{ live_at: { $lt: place.liveAt } }, { _id: { $gt: place.id } }] };
  return { ...visible(now), live_at: { $lte: place.liveAt < now ? place.liveAt : now }, ...rest };
}
