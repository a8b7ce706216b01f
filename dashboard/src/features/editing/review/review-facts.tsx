import { useState } from 'react';
import type { Permission } from '../../../../../src/contract/access.ts';
import type { Review } from '../../../../../src/dashboard/reviews/schema.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/base/button.tsx';
import { Time } from '../../../components/base/time.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { useMay } from '../../access/may.ts';
import { ReviewBadge } from './review-badge.tsx';
import type { ReviewTarget } from './review-target.ts';
import './review.css';

/** The state of a review with its people and notes; nothing without one. */
export function ReviewFacts({ review, noun }: { review: Review; noun: ReviewTarget['noun'] }) {
  const { state, outdated, requested_by: requester, decided_by: decider, reviewers } = review;
  if (state === null) return null;
  return (
    <>
      <p>
        <ReviewBadge review={review} />
      </p>
      {outdated && state !== 'approved' ? <p className="muted">The {noun} changed since then.</p> : null}
      {requester === null || review.requested_at === null ? null : (
        <p>
          {requester.name || 'A former member'} requested a review <Time value={review.requested_at} />
        </p>
      )}
      {state !== 'requested' || reviewers.length === 0 ? null : (
        <p className="muted">Reviewers: {reviewers.map(({ name }) => name).join(', ')}</p>
      )}
      {review.note === null ? null : (
        <p className="review-note" dir="auto">
          {review.note}
        </p>
      )}
      {decider === null || review.decided_at === null ? null : (
        <p>
          {decider.name || 'A former member'} {state === 'approved' ? 'approved it' : 'sent it back'}{' '}
          <Time value={review.decided_at} />
        </p>
      )}
      {review.decision_note === null ? null : (
        <p className="review-note" dir="auto">
          {review.decision_note}
        </p>
      )}
    </>
  );
}

interface WithdrawProps {
  target: ReviewTarget;
  /** The permission that members need to remove reviews that others requested. */
  permission: Permission;
}

/** Removes the review: for the member who requested it, and for members who can approve. */
export function Withdraw({ target, permission }: WithdrawProps) {
  const { review, api, accept, refetch, refresh } = target;
  const memberId = useSession()?.user?.id;
  const mayRemove = useMay(permission);
  const [busy, setBusy] = useState(false);
  if (review === null || review.state === null) return null;
  const isRequester = review.requested_by?.id === memberId;
  if (!isRequester && !mayRemove) return null;
  const withdraw = async () => {
    setBusy(true);
    try {
      await api.remove(`/reviews/${review.item.id}`);
      accept({ ...review, ...withoutReview });
      toast(isRequester ? 'Review withdrawn' : 'Review removed');
      await refresh();
    } catch (error) {
      toastError(error);
      refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" busy={busy} onClick={() => void withdraw()}>
      {isRequester ? 'Withdraw' : 'Remove review'}
    </Button>
  );
}

/** The properties of a removed review, shown until the review is read again. */
const withoutReview = {
  state: null,
  outdated: false,
  requested_by: null,
  requested_at: null,
  reviewers: [],
  note: null,
  decided_by: null,
  decided_at: null,
  decision_note: null,
};
