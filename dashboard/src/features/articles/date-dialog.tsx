import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { useProjectApi } from '../../api/project.ts';
import { DateTimeDialog } from '../editing/schedule/date-time-dialog.tsx';
import { useItemActions } from '../editing/publish/item-actions.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import { useDraftState } from '../editing/draft/use-draft.ts';
import { timeZone } from '../fields/moment.ts';
import type { ArticleKind } from './kind.ts';
import { changeArticle } from './service.ts';

interface DateDialogProps {
  kind: ArticleKind;
  editor: ItemEditor<EditorArticle>;
  onClose: () => void;
}

/** The date that readers see. It can be the date of a previous site. */
export function DateDialog({ kind, editor, onClose }: DateDialogProps) {
  const api = useProjectApi();
  const { runAction } = useItemActions(editor);
  const publishedAt = useDraftState(editor.store, ({ item }) => item.published_at);
  const change = (published_at: string) => {
    onClose();
    void runAction('Date changed', async (article) => {
      await changeArticle(api, kind, article, { published_at });
      return editor.service.read();
    });
  };
  return (
    <DateTimeDialog
      title="Publication date"
      description="Lists show this date and sort by it. The article itself does not change."
      action="Change date"
      at={publishedAt ?? new Date().toISOString()}
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
