import { Archive, ArchiveRestore } from 'lucide-react';
import { useProjectApi } from '../../api/project.ts';
import type { ArticlePartProps } from '../../features/articles/kind.ts';
import { articleModules } from '../../features/articles/list/article-modules.ts';
import { changeArticle } from '../../features/articles/service.ts';
import { MenuItem } from '../../components/overlay/menu.tsx';
import { useItemActions } from '../../features/editing/publish/item-actions.ts';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';

/** Archives the article, which hides it from readers, or restores it as a draft. */
export function ArchiveItem({ editor }: ArticlePartProps) {
  const { store, service } = editor;
  const isArchived = useDraftState(store, ({ item }) => item.status === 'archived');
  const api = useProjectApi();
  const { runAction } = useItemActions(editor);
  const archive = (archived: boolean) =>
    runAction(archived ? 'Archived' : 'Unarchived as a draft', async (item) => {
      await changeArticle(api, articleModules.kb, item, { archived });
      return service.read();
    });
  return (
    <MenuItem
      needs="publish"
      icon={isArchived ? ArchiveRestore : Archive}
      onSelect={() => void archive(!isArchived)}
    >
      {isArchived ? 'Unarchive' : 'Archive'}
    </MenuItem>
  );
}
