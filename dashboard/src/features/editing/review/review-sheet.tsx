import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { projectKey, useProject, useRefresh } from '../../../api/project.ts';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import { useFieldHost } from '../../fields/context.ts';
import { DifferenceView } from '../difference/difference-view.tsx';
import type { EditedField } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { assessItem } from '../publish/assess-item.ts';
import { Decision } from './decision.tsx';
import { draftTarget } from './review-target.ts';
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
  const refresh = useRefresh();
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
              target={draftTarget(editor, itemReview, refresh)}
              {...{ revision, onClose }}
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
