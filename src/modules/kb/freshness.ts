import { dayMs } from '../../contract/time.ts';

/** How well an article can still be trusted (specification: freshness). */
export const freshnessStates = ['fresh', 'aging', 'stale'] as const;
export type Freshness = (typeof freshnessStates)[number];

/** The two moments at which an article's verdict changes by itself. */
export interface ReviewDates {
  /** Half of the interval has passed. */
  aging_at: Date;
  /** The whole of it has passed: a review is due. */
  review_due_at: Date;
}

/** The boundaries after the later of the last edit and the last review. */
export function reviewDates(edited: Date, reviewed: Date | null, intervalDays: number): ReviewDates {
  const since = reviewed !== null && reviewed > edited ? reviewed : edited;
  const intervalMs = intervalDays * dayMs;
  return {
    aging_at: new Date(since.getTime() + intervalMs / 2),
    review_due_at: new Date(since.getTime() + intervalMs),
  };
}

/** Below half of the interval an article is fresh, below the whole of it aging, from then on stale. */
export function freshnessAt({ aging_at, review_due_at }: ReviewDates, now: Date): Freshness {
  if (now < aging_at) return 'fresh';
  return now < review_due_at ? 'aging' : 'stale';
}

/** When the verdict changes next without a write; null when it stays. */
export function nextFreshnessChange({ aging_at, review_due_at }: ReviewDates, now: Date): Date | null {
  if (now < aging_at) return aging_at;
  return now < review_due_at ? review_due_at : null;
}
