import type { ArticleRecord } from '../../articles/store/schema.ts';
import type { ProjectInfo } from '../../../core/context/index.ts';
import { reviewDates } from '../freshness.ts';
import type { KbValues, ReviewState } from './schema.ts';

/**
 * When an article was looked at last and when its freshness changes: counted from the later of the last edit that
 * readers saw (of the draft, while they see none) and the last review (specification: freshness).
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
