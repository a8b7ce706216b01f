import { useQuery } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Review } from '../../../../../src/dashboard/reviews/schema.ts';
import { reviewBounds } from '../../../../../src/contract/reviews.ts';
import { ApiError, messageOf } from '../../../api/errors/api-error.ts';
import { projectKey, useProject, useRefresh } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import { useFieldHost } from '../../fields/context.ts';
import { DifferenceView } from '../difference/difference-view.tsx';
import type { EditedField } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { assessItem } from '../publish/assess-item.ts';
import { savedItem } from './saved-item.ts';
import type { ItemReviewState } from './use-item-review.ts';
import './review.css';

interface ReviewSheetProps {
  editor: ItemEditor;
  fields: readonly EditedField[];
  itemReview: ItemReviewState;
  onClose: () => void;
}

/** The decision about a draft, above its difference to the live version. */
export function ReviewSheet({ editor, fields, itemReview, onClose }: ReviewSheetProps) {
  const { review } = itemReview;
  const project = useProject();
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields);
  const latest = useQuery({
    queryKey: projectKey(project, editor.service.module, 'review-sheet', editor.service.path),
    queryFn: async () => {
      await savedItem(editor);
      return editor.service.read();
    },
    gcTime: 0,
  });
  const differences = useMemo(
    () =>
      latest.data === undefined ? [] : assessItem(latest.data, { fields, targets, definitions }).differences,
    [latest.data, fields, targets, definitions],
  );
  const isFirst = latest.data?.live == null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`Review “${review?.item.title || 'Untitled'}”`}
      description={isFirst ? 'Readers have not seen this yet.' : 'Compared with what readers see now.'}
    >
      <QueryView query={latest} loading={<Loading rows={4} />}>
        {({ revision }) => (
          <div className="review-sheet">
            {review?.note == null ? null : (
              <p className="review-note" dir="auto">
                {review.note}
              </p>
            )}
            <Decision
              {...{ editor, itemReview, revision, onClose }}
              onConflict={() => void latest.refetch()}
            />
            {differences.length === 0 ? (
              <p>Nothing changes for readers.</p>
            ) : (
              <section aria-label="What changes for readers" tabIndex={0}>
                <DifferenceView differences={differences} />
              </section>
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

interface DecisionProps extends Omit<ReviewSheetProps, 'fields'> {
  /** The revision that the sheet shows. */
  revision: number;
  onConflict: () => void;
}

function Decision({ editor, itemReview, revision, onClose, onConflict }: DecisionProps) {
  const { review, api, accept, refetch } = itemReview;
  const refresh = useRefresh();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<'approve' | 'return' | null>(null);
  const [problem, setProblem] = useState<string>();
  const decide = async (action: 'approve' | 'return') => {
    const text = note.trim();
    if (action === 'return' && text === '') return setProblem('Write what has to change, then send it back.');
    setBusy(action);
    setProblem(undefined);
    try {
      const body = { revision, ...(text === '' ? {} : { note: text }) };
      accept(await api.post<Review>(`/reviews/${editor.store.state().item.id}/${action}`, body));
      toast(action === 'approve' ? 'Approved' : 'Sent back');
      onClose();
      await refresh(editor.service.module);
    } catch (error) {
      setBusy(null);
      const isConflict = error instanceof ApiError && error.code === 'revision_conflict';
      setProblem(isConflict ? 'The draft changed just now. The latest version is below.' : messageOf(error));
      if (isConflict) onConflict();
      refetch();
    }
  };
  const mayApprove = review?.can_approve === true;
  return (
    <div className="review-decision">
      {mayApprove ? null : <p>You wrote this draft or requested its review. Someone else must approve it.</p>}
      <Field label="Note" error={problem} help="Needed to send the draft back. Only members can read it.">
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
            needs="publish"
            variant="primary"
            icon={Check}
            busy={busy === 'approve'}
            onClick={() => void decide('approve')}
          >
            Approve
          </Button>
        ) : null}
        <Button needs="publish" icon={Undo2} busy={busy === 'return'} onClick={() => void decide('return')}>
          Send back
        </Button>
      </div>
    </div>
  );
}
