import { useNavigate } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import { useProject } from '../../api/project.ts';
import { MenuItem } from '../../components/overlay/menu.tsx';
import { WholeItemAccess } from '../access/locale-access.tsx';
import { DuplicateItem } from '../editing/side/duplicate-item.tsx';
import type { EditedField } from '../editing/item.ts';
import type { ItemEditor } from '../editing/item-editor.ts';
import { PublishPanel } from '../editing/publish/publish-panel.tsx';
import { useReferrers } from '../editing/side/referrers.tsx';
import { useRemoval } from '../editing/side/removal.tsx';
import { useDraftState } from '../editing/draft/use-draft.ts';
import { DateDialog } from './date-dialog.tsx';
import type { ArticleKind } from './kind.ts';

interface StateProps {
  kind: ArticleKind;
  fields: readonly EditedField[];
  articleId: string;
  editor: ItemEditor<EditorArticle>;
}

export function ArticleState({ kind, fields, articleId, editor }: StateProps) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const { MenuItems } = kind;
  const [isDating, setDating] = useState(false);
  const isLive = useDraftState(editor.store, ({ item }) => item.status === 'published');
  const remove = useRemoval(editor, {
    referrers: useReferrers(kind.module, `/referenced-by/${articleId}`).data,
    consequence: 'Other content links to this article. Deleting it breaks these links:',
    leave: () => navigate({ to: kind.listScreen, params: { projectId } }),
  });
  return (
    <>
      <PublishPanel
        editor={editor}
        fields={fields}
        remove={remove}
        more={
          <>
            <MenuItem needs="publish" icon={CalendarDays} disabled={!isLive} onSelect={() => setDating(true)}>
              Change date…
            </MenuItem>
            <WholeItemAccess>
              <DuplicateItem
                editor={editor}
                path={`${kind.path}/${articleId}/duplicate`}
                open={(copy) => navigate({ to: kind.articleScreen, params: { projectId, articleId: copy } })}
              />
              {MenuItems === undefined ? null : <MenuItems editor={editor} />}
            </WholeItemAccess>
          </>
        }
      />
      {isDating ? <DateDialog kind={kind} editor={editor} onClose={() => setDating(false)} /> : null}
    </>
  );
}
