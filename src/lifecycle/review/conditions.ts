import type { Document } from 'mongodb';
import type { ReviewState } from '../../contract/reviews.ts';

/** Rows with a review; the filter of the partial indexes. */
export const hasReview = { 'review.state': { $exists: true } };

/** The index of rows with a review, after the keys of their scope. */
export const reviewIndex = { 'review.state': 1, 'review.at': -1 } as const;

export function inReviewState(state: ReviewState): Document {
  return { 'review.state': state };
}

/** Reviews that a member requested. */
export function requestedBy(memberId: string): Document {
  return { 'review.requested_by.id': memberId };
}

interface Waiting {
  memberId: string;
  /** The members who can publish; null if the member is not one of them. */
  approverIds: readonly string[] | null;
}

/**
 * Reviews that wait for a member: requests that the member can approve, and own requests that were returned. Reviewers
 * who can't approve any more are skipped.
 */
export function waitingFor({ memberId, approverIds }: Waiting): Document {
  const returned = { ...inReviewState('returned'), ...requestedBy(memberId) };
  if (approverIds === null) return returned;
  const requested = {
    ...inReviewState('requested'),
    'review.requested_by.id': { $ne: memberId },
    contributors: { $ne: [memberId] },
    $or: [{ 'review.reviewers.id': memberId }, { 'review.reviewers.id': { $nin: [...approverIds] } }],
  };
  return { 'review.state': { $in: ['requested', 'returned'] }, $or: [returned, requested] };
}
