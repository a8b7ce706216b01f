import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import type { Review } from '../../../../../src/dashboard/reviews/schema.ts';
import { useRefresh } from '../../../api/project.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/base/button.tsx';
import { Time } from '../../../components/base/time.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { useMay } from '../../access/may.ts';
import type { EditedField } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { ReviewBadge } from './review-badge.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { type ItemReviewState, useItemReview } from './use-item-review.ts';
import './review.css';

interface ReviewBoxProps {
  editor: ItemEditor;
  fields: readonly EditedField[];
}

/** The review of the item: its state, people and notes, and what the member can do about it. */
export function ReviewBox({ editor, fields }: ReviewBoxProps) {
  const itemReview = useItemReview(editor);
  const { review, needsApproval } = itemReview;
  const [isOpen, setOpen] = useState(false);
  const mayPublish = useMay('publish');
  if (review === null || (review.state === null && !needsApproval)) return null;
  return (
    <section className="editing-box review-box" aria-label="Review">
      <h2>Review</h2>
      {review.state === null ? <p className="muted">Needs an approval before publishing.</p> : null}
      <ReviewFacts review={review} />
      <div className="row">
        {mayPublish ? (
          <Button icon={FileCheck} onClick={() => setOpen(true)}>
            Review changes
          </Button>
        ) : null}
        <Withdraw editor={editor} itemReview={itemReview} />
      </div>
      {isOpen ? <ReviewSheet {...{ editor, fields, itemReview }} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

function ReviewFacts({ review }: { review: Review }) {
  const { state, outdated, requested_by: requester, decided_by: decider, reviewers } = review;
  if (state === null) return null;
  return (
    <>
      <p>
        <ReviewBadge review={review} />
      </p>
      {outdated && state !== 'approved' ? <p className="muted">The draft changed since then.</p> : null}
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

/** Removes the review: for the member who requested it, and for members who can publish. */
function Withdraw({ editor, itemReview }: { editor: ItemEditor; itemReview: ItemReviewState }) {
  const { review, api, accept, refetch } = itemReview;
  const memberId = useSession()?.user?.id;
  const mayPublish = useMay('publish');
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  if (review === null || review.state === null) return null;
  const isRequester = review.requested_by?.id === memberId;
  if (!isRequester && !mayPublish) return null;
  const withdraw = async () => {
    setBusy(true);
    try {
      await api.remove(`/reviews/${review.item.id}`);
      accept({ ...review, ...withoutReview });
      toast(isRequester ? 'Review withdrawn' : 'Review removed');
      await refresh(editor.service.module);
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

/** What a review without a state contains, until it is read again. */
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
