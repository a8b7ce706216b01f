import { dayMs } from '../../contract/time.ts';

/** How far a reader can trust an article (specification: freshness). */
export const freshnessStates = ['fresh', 'aging', 'stale'] as const;
export type Freshness = (typeof freshnessStates)[number];

/** When an article's freshness changes without a write. */
export interface ReviewDates {
  /** Half of the interval has passed. */
  aging_at: Date;
  /** The whole interval has passed, and a review is due. */
  review_due_at: Date;
}

/** Returns the dates, counted from the later of the last edit and the last review. */
export function reviewDates(editedAt: Date, reviewedAt: Date | null, intervalDays: number): ReviewDates {
  const since = reviewedAt !== null && reviewedAt > editedAt ? reviewedAt : editedAt;
  const intervalMs = intervalDays * dayMs;
  return {
    aging_at: new Date(since.getTime() + intervalMs / 2),
    review_due_at: new Date(since.getTime() + intervalMs),
  };
}

/** Fresh in the first half of the interval, aging in the second, stale afterwards. */
export function freshnessAt({ aging_at, review_due_at }: ReviewDates, now: Date): Freshness {
  if (now < aging_at) return 'fresh';
  return now < review_due_at ? 'aging' : 'stale';
}

/** When freshness changes next without a write; null if it doesn't. */
export function nextFreshnessChange({ aging_at, review_due_at }: ReviewDates, now: Date): Date | null {
  if (now < aging_at) return aging_at;
  return now < review_due_at ? review_due_at : null;
}
