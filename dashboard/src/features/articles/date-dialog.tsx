import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { useProjectApi } from '../../api/project.ts';
import { DateTimeDialog } from '../editing/schedule/date-time-dialog.tsx';
import { useItemActions } from '../editing/publish/item-actions.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import { timeZone } from '../fields/moment.ts';
import type { ArticleKind } from './kind.ts';
import { moveArticle } from './service.ts';

interface DateDialogProps {
  kind: ArticleKind;
  editor: ItemEditor<EditorArticle>;
  onClose: () => void;
}

/** The date under which readers see the article; an earlier one keeps that of a former site. */
export function DateDialog({ kind, editor, onClose }: DateDialogProps) {
  const api = useProjectApi();
  const { runAction } = useItemActions(editor);
  const stored = useDraftState(editor.store, ({ item }) => item.published_at);
  const change = (published_at: string) => {
    onClose();
    void runAction('Date changed', async (article) => {
      await moveArticle(api, kind, article, { published_at });
      return editor.service.read();
    });
  };
  return (
    <DateTimeDialog
      title="Publication date"
      description="Lists show this date and sort by it. The article itself does not change."
      action="Change date"
      at={stored ?? new Date().toISOString()}
      errorOf={(moment) =>
        new Date(moment) > new Date()
          ? 'This date is in the future. Schedule the article instead.'
          : undefined
      }
      helpOf={timeZone}
      onChoose={change}
      onClose={onClose}
    />
  );
}
