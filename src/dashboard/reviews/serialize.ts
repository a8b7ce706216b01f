import type { ReleaseContext } from '../../core/context/index.ts';
import type { ReviewPerson } from '../../lifecycle/index.ts';
import { canApprove, type ReviewItem } from './items.ts';
import type { Review } from './schema.ts';

export function serializeReview(
  context: Pick<ReleaseContext, 'caller'>,
  item: ReviewItem,
  contributors: readonly ReviewPerson[],
): Review {
  const { subject, revision, review } = item;
  return {
    item: subject,
    state: review?.state ?? null,
    revision,
    outdated: review?.outdated ?? false,
    requested_by: review?.requested_by ?? null,
    requested_at: review?.requested_at?.toISOString() ?? null,
    reviewers: [...(review?.reviewers ?? [])],
    note: review?.note ?? null,
    decided_by: review?.decided_by ?? null,
    decided_at: review?.decided_at?.toISOString() ?? null,
    decision_note: review?.decision_note ?? null,
    contributors: [...contributors],
    can_approve: canApprove(context, item),
  };
}
