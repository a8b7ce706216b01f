import { useNavigate, useSearch } from '@tanstack/react-router';
import { Columns3, FilePlus2, Plus, Rows3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { ListLocaleMenu } from '../../features/locales/locale-menu.tsx';
import { articleModules } from '../../features/articles/list/article-modules.ts';
import { NewArticleDialog } from '../../features/articles/list/new-article.tsx';

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;
type View = (typeof views)[number]['value'];

/** The frame of the list and the board, with tabs to switch between them. */
export function BlogFrame({ view, children }: { view: View; children: ReactNode }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const { new: isNew = false } = useSearch({ strict: false });
  const [isCreating, setCreating] = useState(isNew);
  const close = () => {
    setCreating(false);
    if (isNew) void navigate({ to: '.', search: (before) => ({ ...before, new: undefined }), replace: true });
  };
  const openView = (to: View) =>
    void navigate({
      to: to === 'board' ? '/p/$projectId/blog/board' : '/p/$projectId/blog',
      params: { projectId },
    });
  const otherView: View = view === 'list' ? 'board' : 'list';
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
      label: otherView === 'board' ? 'Show the board' : 'Show the list',
      group: 'Blog',
      icon: otherView === 'board' ? Columns3 : Rows3,
      keys: 'v',
      run: () => openView(otherView),
    },
  ]);
  return (
    <Page
      title="Blog"
      actions={
        <>
          <ListLocaleMenu />
          <Tabs label="View" tabs={views} value={view} onChange={openView} />
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
