import { useNavigate, useSearch } from '@tanstack/react-router';
import { Columns3, FilePlus2, Plus, Rows3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { articleModules } from '../../features/articles/list/article-modules.ts';
import { NewArticleDialog } from '../../features/articles/list/new-article.tsx';

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;
type View = (typeof views)[number]['value'];

/** The page around the list and the board, with the switch between them. */
export function BlogFrame({ view, children }: { view: View; children: ReactNode }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const { new: isNew = false } = useSearch({ strict: false });
  const [isCreating, setCreating] = useState(isNew);
  const close = () => {
    setCreating(false);
    if (isNew) void navigate({ to: '.', search: (before) => ({ ...before, new: undefined }), replace: true });
  };
  const go = (to: View) =>
    void navigate({
      to: to === 'board' ? '/p/$projectId/blog/board' : '/p/$projectId/blog',
      params: { projectId },
    });
  const other: View = view === 'list' ? 'board' : 'list';
  useActions([
    {
      id: 'new-article',
      label: 'New article',
      group: 'Create',
      icon: FilePlus2,
      keys: 'n',
      run: () => setCreating(true),
    },
    {
      id: 'other-view',
      label: other === 'board' ? 'Show the board' : 'Show the list',
      group: 'Blog',
      icon: other === 'board' ? Columns3 : Rows3,
      keys: 'v',
      run: () => go(other),
    },
  ]);
  return (
    <Page
      title="Blog"
      actions={
        <>
          <Tabs label="View" tabs={views} value={view} onChange={go} />
          <Button needs="draft" variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New article
          </Button>
        </>
      }
    >
      {children}
      {isCreating ? <NewArticleDialog articles={articleModules.blog} onClose={close} /> : null}
    </Page>
  );
}
