import { FileCheck, MessageSquareShare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRefresh } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { useActions } from '../../../components/keyboard/actions.ts';
import type { EditedField } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { RequestDialog } from './request-dialog.tsx';
import { ReviewBadge } from './review-badge.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { draftTarget } from './review-target.ts';
import { useItemReview } from './use-item-review.ts';

export interface ReviewStep {
  badge: ReactNode;
  /** Shown instead of Publish: a button, or null while the review is pending; undefined if the member can publish. */
  button: ReactNode | undefined;
  /** The open dialog. */
  dialog: ReactNode;
  /** Whether publishing needs an approval that the draft doesn't have. */
  needsApproval: boolean;
  /** Opens the dialog for the next step before publishing. */
  open: () => void;
  openRequest: () => void;
}

/** The review before publishing: the button and dialogs of the member's next step. */
export function useReviewStep(
  editor: ItemEditor,
  { fields, hasChanges }: { fields: readonly EditedField[]; hasChanges: boolean },
): ReviewStep {
  const itemReview = useItemReview(editor);
  const refresh = useRefresh();
  const { review, needsApproval, isRequestNext } = itemReview;
  const [dialog, setDialog] = useState<'request' | 'decide' | null>(null);
  const isDecisionNext = needsApproval && review?.can_approve === true;
  const canRequest = isRequestNext && !isDecisionNext && hasChanges;
  const close = () => setDialog(null);
  const openRequest = () => setDialog('request');
  const open = () => setDialog(isDecisionNext ? 'decide' : 'request');
  useActions(
    canRequest
      ? [
          {
            id: 'request-review',
            label: 'Request review…',
            group: `This ${editor.service.noun}`,
            icon: MessageSquareShare,
            needs: 'draft',
            run: openRequest,
          },
        ]
      : [],
  );
  const request = (
    <Button needs="draft" variant="primary" icon={MessageSquareShare} onClick={openRequest}>
      Request review
    </Button>
  );
  const decide = (
    <Button needs="publish" variant="primary" icon={FileCheck} onClick={open}>
      Review changes
    </Button>
  );
  const pending = needsApproval ? null : undefined;
  return {
    badge: <ReviewBadge review={review} />,
    button: !hasChanges ? undefined : isDecisionNext ? decide : canRequest ? request : pending,
    dialog:
      dialog === null ? null : dialog === 'request' ? (
        <RequestDialog target={draftTarget(editor, itemReview, refresh)} onClose={close} />
      ) : (
        <ReviewSheet editor={editor} fields={fields} itemReview={itemReview} onClose={close} />
      ),
    needsApproval,
    open,
    openRequest,
  };
}
