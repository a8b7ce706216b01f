import type { Document } from 'mongodb';

/**
 * What readers see at a time, as conditions on stored rows. Every such condition is here, because a wrong
 * one shows content too early or too long; lint rules reject `live_at` and `live_until` in other conditions.
 */

/** Earlier than every publish date (specification: publish-dates). Comparing with it excludes drafts. */
const earliestDate = new Date(0);

/**
 * Rows that readers see at `now`: after the start and before the end. Rows without an end have no
 * `live_until`.
 */
export function visible(now: Date) {
  return { live_at: { $lte: now }, ...notEnded(now) };
}

function notEnded(now: Date) {
  return { live_until: { $not: { $lte: now } } };
}

/**
 * `visible` for partial indexes without drafts: MongoDB uses them only if the condition contains their
 * bound.
 */
export function visibleIn(now: Date) {
  return { live_at: { $gt: earliestDate, $lte: now }, ...notEnded(now) };
}

/** Items that readers see in the default locale or in a further one. */
export function visibleInSomeLocale(now: Date) {
  return { $or: [visible(now), { periods: { $elemMatch: visible(now) } }] };
}

/** Rows of items that readers don't see in any of these locales, by the periods of the items. */
export function hiddenInLocales(locales: readonly string[], now: Date) {
  return { periods: { $not: { $elemMatch: { locale: { $in: [...locales] }, ...visible(now) } } } };
}

/** Rows of items whose dates in a locale fulfil a condition of this file. */
export function inPeriod(locale: string, condition: object) {
  return { periods: { $elemMatch: { locale, ...condition } } };
}

export function notInPeriod(locale: string, condition: object) {
  return { periods: { $not: { $elemMatch: { locale, ...condition } } } };
}

/** Rows that readers see or will see; the filter of partial indexes. */
export const everVisible = { live_at: { $gt: earliestDate } };

/** Rows that readers see at `now` or will see, for any index. */
export function published(now: Date) {
  return { live_at: { $ne: null }, ...notEnded(now) };
}

/** Rows that readers don't see and won't see without a write: drafts, unpublished and ended items. */
export function hidden(now: Date) {
  return { $or: [{ live_at: null }, ended(now)] };
}

/** Rows whose end has passed and whose event was not emitted. */
export function ended(now: Date) {
  return { live_until: { $lte: now } };
}

/** Rows whose end is after `now`. */
export function ending(now: Date) {
  return { live_until: { $gt: now } };
}

/** Rows whose start is after `now`. */
export function upcoming(now: Date) {
  return { live_at: { $gt: now } };
}

/** Rows whose start is after `now` and whose event was not emitted. */
export function scheduled(now: Date) {
  return { status: 'scheduled' as const, ...upcoming(now) };
}

/** Rows that readers see at `now` although their event was not emitted. */
export function overdue(now: Date) {
  return { status: 'scheduled' as const, ...visible(now) };
}

/** Rows with a scheduled change that is due. */
export function changeDue(now: Date) {
  return { 'pending.at': { $lte: now } };
}

/** Rows without a scheduled change that is due. */
export function changeNotDue(now: Date) {
  return { 'pending.at': { $not: { $lte: now } } };
}

/** Rows with a scheduled change after `now`. */
export function changing(now: Date) {
  return { 'pending.at': { $gt: now } };
}

/** In pipelines: `then` for rows that readers see at `now`, else `otherwise`. */
export function ifVisible(now: Date, then: unknown, otherwise: unknown): Document {
  const hasBegun = { $lte: [{ $ifNull: ['$live_at', endOfTime] }, now] };
  return { $cond: [{ $and: [hasBegun, hasNotEnded(now)] }, then, otherwise] };
}

/** In pipelines: whether a row has not ended; true for rows without an end. */
export function hasNotEnded(now: Date): Document {
  return { $gt: [{ $ifNull: ['$live_until', endOfTime] }, now] };
}

/** Later than every date. */
const endOfTime = new Date(8.64e15);

/** Sort order: the latest start first. */
export const newestFirst = { live_at: -1, _id: 1 } as const;

/** Rows that readers see at `now`, from a position in `newestFirst` on. */
export function visibleFrom(now: Date, position: { liveAt: Date; id: string } | null) {
  if (position === null) return visible(now);
  const rest = { $or: [{ live_at: { $lt: position.liveAt } }, { _id: { $gt: position.id } }] };
  return { ...visible(now), live_at: { $lte: position.liveAt < now ? position.liveAt : now }, ...rest };
}
