import { Badge } from '../../../components/base/badge.tsx';
import type { ReviewSummary } from './use-item-review.ts';
import './review.css';

const badges = {
  requested: { tone: 'note', text: 'In review' },
  approved: { tone: 'good', text: 'Approved' },
  returned: { tone: 'bad', text: 'Sent back' },
} as const;

/** The state of a review; nothing without one. */
export function ReviewBadge({ review }: { review: ReviewSummary | null | undefined }) {
  if (review == null || review.state === null) return null;
  if (review.state === 'approved' && review.outdated)
    return <Badge tone="warn">Changed since approval</Badge>;
  const { tone, text } = badges[review.state];
  return <Badge tone={tone}>{text}</Badge>;
}
