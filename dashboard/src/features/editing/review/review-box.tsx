import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { useRefresh } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { useMay } from '../../access/may.ts';
import type { EditedField } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { ReviewFacts, Withdraw } from './review-facts.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { draftTarget } from './review-target.ts';
import { useItemReview } from './use-item-review.ts';
import './review.css';

interface ReviewBoxProps {
  editor: ItemEditor;
  fields: readonly EditedField[];
}

/** The review of the item: its state, people and notes, and what the member can do about it. */
export function ReviewBox({ editor, fields }: ReviewBoxProps) {
  const itemReview = useItemReview(editor);
  const refresh = useRefresh();
  const { review, needsApproval } = itemReview;
  const [isOpen, setOpen] = useState(false);
  const mayPublish = useMay('publish');
  if (review === null || (review.state === null && !needsApproval)) return null;
  return (
    <section className="editing-box review-box" aria-label="Review">
      <h2>Review</h2>
      {review.state === null ? <p className="muted">Needs an approval before publishing.</p> : null}
      <ReviewFacts review={review} noun="draft" />
      <div className="row">
        {mayPublish ? (
          <Button icon={FileCheck} onClick={() => setOpen(true)}>
            Review changes
          </Button>
        ) : null}
        <Withdraw target={draftTarget(editor, itemReview, refresh)} permission="publish" />
      </div>
      {isOpen ? <ReviewSheet {...{ editor, fields, itemReview }} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
