import type { ArticleRecord } from '../../articles/store/schema.ts';
import type { ProjectInfo } from '../../../core/context/index.ts';
import { reviewDates } from '../freshness.ts';
import type { KbValues, ReviewState } from './schema.ts';

/**
 * Computes when freshness changes, from the last review or the last edit that readers saw (or of the draft,
 * if not live), whichever is later (specification: freshness).
 */
export function reviewState(
  article: ArticleRecord<KbValues> & Partial<ReviewState>,
  project: Pick<ProjectInfo, 'reviewIntervalDays'>,
): ReviewState {
  const { live, live_updated_at, draft, updated_at, last_reviewed_at = null } = article;
  const intervalDays = (live ?? draft).review_interval_days ?? project.reviewIntervalDays;
  return {
    last_reviewed_at,
    ...reviewDates(live_updated_at ?? updated_at, last_reviewed_at, intervalDays),
  };
}
