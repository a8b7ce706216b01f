import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Review, ReviewerList } from '../../../../../src/dashboard/reviews/schema.ts';
import { reviewBounds } from '../../../../../src/contract/reviews.ts';
import { projectKey, useProject } from '../../../api/project.ts';
import { CheckField, TextArea } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { ErrorState, Loading } from '../../../components/layout/states.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import type { ReviewTarget } from './review-target.ts';
import './review.css';

const descriptions = {
  draft: {
    required: 'This project requires an approval before publishing. Someone else must approve this draft.',
    optional: 'Readers see nothing of this draft until someone publishes it.',
    nobody: 'Nobody else in this project can approve it. Ask an owner to invite a member who can publish.',
  },
  release: {
    required: 'This project requires an approval before promoting. Someone else must approve this release.',
    optional: 'Readers see nothing of this release until someone promotes it.',
    nobody: 'Nobody else in this project can approve it. Invite another owner first.',
  },
} as const;

/** Asks for the reviewers and a note, then requests the review of what is saved. */
export function RequestDialog({ target, onClose }: { target: ReviewTarget; onClose: () => void }) {
  const { review, needsApproval, accept, api, noun, save, refresh } = target;
  const project = useProject();
  const texts = descriptions[noun];
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const reviewers = useQuery({
    queryKey: projectKey(project, 'members', 'reviewers', target.key),
    queryFn: async () => {
      const id = await save();
      return (await api.get<ReviewerList>(`/reviews/${id}/reviewers`)).data;
    },
    gcTime: 0,
  });
  const isSentBack = review?.state === 'returned';
  const submission = useSubmit(async () => {
    const id = await save();
    const body = { reviewers: chosenIds, ...(note.trim() === '' ? {} : { note: note.trim() }) };
    accept(await api.put<Review>(`/reviews/${id}`, body));
    toast('Review requested');
    onClose();
    await refresh();
  });
  const toggle = (id: string, isChosen: boolean) =>
    setChosenIds((before) => (isChosen ? [...before, id] : before.filter((other) => other !== id)));
  return (
    <FormDialog
      title="Request review"
      description={needsApproval ? texts.required : texts.optional}
      onClose={onClose}
      submission={submission}
      fields={['note', 'reviewers']}
      action="Request review"
      disabled={reviewers.data?.length === 0}
    >
      {isSentBack && review.decision_note !== null ? (
        <p className="review-note" dir="auto">
          {review.decision_note}
        </p>
      ) : null}
      {reviewers.error !== null ? (
        <ErrorState error={reviewers.error} onRetry={() => void reviewers.refetch()} />
      ) : reviewers.data === undefined ? (
        <Loading rows={2} />
      ) : reviewers.data.length === 0 ? (
        <p>{texts.nobody}</p>
      ) : (
        <fieldset className="review-people">
          <legend className="field-label">Reviewers</legend>
          <p className="field-help">Choose nobody to ask everyone who can approve.</p>
          <div className="review-people-list">
            {reviewers.data.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={chosenIds.includes(id)}
                disabled={!chosenIds.includes(id) && chosenIds.length >= reviewBounds.reviewers}
                onChange={(isChosen) => toggle(id, isChosen)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        label="Note"
        name="note"
        value={note}
        maxLength={reviewBounds.noteChars}
        onChange={setNote}
        help="Only members of this project can read it."
      />
    </FormDialog>
  );
}
