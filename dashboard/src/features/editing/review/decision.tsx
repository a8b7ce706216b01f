import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Review } from '../../../../../src/dashboard/reviews/schema.ts';
import { reviewBounds } from '../../../../../src/contract/reviews.ts';
import { ApiError, messageOf } from '../../../api/errors/api-error.ts';
import { Button } from '../../../components/base/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import type { ReviewTarget } from './review-target.ts';
import './review.css';

const changedMeanwhile = {
  draft: 'The draft changed just now. The latest version is below.',
  release: 'The release changed just now. Close this dialog and look at its changes again.',
} as const;

const ownChange = {
  draft: 'You wrote this draft or requested its review. Someone else must approve it.',
  release: 'You changed this release alone or requested its review. Someone else must approve it.',
} as const;

interface DecisionProps {
  target: ReviewTarget;
  /** The revision that the member sees. */
  revision: number;
  onClose: () => void;
  /** The target changed meanwhile. */
  onConflict: () => void;
}

/** Approves or sends back, with a note. */
export function Decision({ target, revision, onClose, onConflict }: DecisionProps) {
  const { noun, review, api, accept, refetch, refresh, save } = target;
  const permission = noun === 'release' ? 'releases' : 'publish';
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<'approve' | 'return' | null>(null);
  const [errorText, setErrorText] = useState<string>();
  const decide = async (action: 'approve' | 'return') => {
    const text = note.trim();
    if (action === 'return' && text === '')
      return setErrorText('Write what has to change, then send it back.');
    setBusy(action);
    setErrorText(undefined);
    try {
      const body = { revision, ...(text === '' ? {} : { note: text }) };
      accept(await api.post<Review>(`/reviews/${await save()}/${action}`, body));
      toast(action === 'approve' ? 'Approved' : 'Sent back');
      onClose();
      await refresh();
    } catch (error) {
      setBusy(null);
      const isConflict = error instanceof ApiError && error.code === 'revision_conflict';
      setErrorText(isConflict ? changedMeanwhile[noun] : messageOf(error));
      if (isConflict) onConflict();
      refetch();
    }
  };
  const mayApprove = review?.can_approve === true;
  return (
    <div className="review-decision">
      {mayApprove ? null : <p>{ownChange[noun]}</p>}
      <Field
        label="Note"
        error={errorText}
        help={`Needed to send the ${noun} back. Only members can read it.`}
      >
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            dir="auto"
            rows={2}
            value={note}
            maxLength={reviewBounds.noteChars}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <div className="row">
        {mayApprove ? (
          <Button
            needs={permission}
            variant="primary"
            icon={Check}
            busy={busy === 'approve'}
            onClick={() => void decide('approve')}
          >
            Approve
          </Button>
        ) : null}
        <Button
          needs={permission}
          icon={Undo2}
          busy={busy === 'return'}
          onClick={() => void decide('return')}
        >
          Send back
        </Button>
      </div>
    </div>
  );
}
