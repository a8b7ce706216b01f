import { getRouteApi } from '@tanstack/react-router';
import { BookOpen, FilePlus2, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { EmptyState, Loading, QueryView } from '../../components/layout/states.tsx';
import { ListLocaleMenu } from '../../features/locales/locale-menu.tsx';
import { useKbOutline } from '../../features/kb/use-kb-outline.ts';
import { KbPage } from './frame.tsx';
import { draftsRefetchMs } from '../../features/articles/list/article-modules.ts';
import { NewKbArticle } from './new-article.tsx';
import type { TreeSearch } from './search.ts';
import { ContainerPanel } from './container-panel.tsx';
import { Tree } from './tree/tree.tsx';

const route = getRouteApi('/p/$projectId/kb');

export function KbTreeScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const outline = useKbOutline({ refetchMs: draftsRefetchMs });
  /** The container of a new article; null selects the first, undefined shows no dialog. */
  const [newArticleIn, setNewArticleIn] = useState<string | null>();
  // True while the tree loads, so that the buttons do not move.
  const mayHaveContainers = outline.data?.data.length !== 0;
  const change = (part: TreeSearch, ignoresBlocker = false) =>
    void navigate({
      search: (before) => ({ ...before, ...part }),
      replace: true,
      ignoreBlocker: ignoresBlocker,
    });
  const addCollection = () => change({ shelf: 'new-collection' });
  const addArticle = () => setNewArticleIn(null);
  useActions([
    ...(mayHaveContainers
      ? [
          {
            id: 'kb-article-add',
            label: 'New knowledge base article',
            group: 'Create',
            icon: FilePlus2,
            keys: 'n',
            run: addArticle,
          },
        ]
      : []),
    {
      id: 'kb-collection-add',
      label: 'New knowledge base collection',
      group: 'Create',
      icon: FolderPlus,
      keys: 'c',
      run: addCollection,
    },
  ]);
  const close = { shelf: undefined, in: undefined };
  return (
    <KbPage
      intro="Group articles into collections and sections. Readers see this order. Drag a row, or press Alt and an arrow key."
      actions={
        <>
          {search.shelf === undefined ? <ListLocaleMenu /> : null}
          <Button needs="publish" icon={FolderPlus} onClick={addCollection}>
            New collection
          </Button>
          {mayHaveContainers ? (
            <Button needs="draft" variant="primary" icon={FilePlus2} onClick={addArticle}>
              New article
            </Button>
          ) : null}
        </>
      }
    >
      <QueryView query={outline} loading={<Loading rows={12} />}>
        {(data) => (
          <>
            {data.data.length === 0 ? (
              <EmptyTree onAdd={addCollection} />
            ) : (
              <Tree
                outline={data}
                q={search.q}
                onSearch={(q) => change({ q })}
                onOpenContainer={change}
                onNewArticle={setNewArticleIn}
              />
            )}
            {search.shelf === undefined ? null : (
              <ContainerPanel
                key={`${search.shelf} ${search.in ?? ''}`}
                containerId={search.shelf}
                within={search.in ?? null}
                outline={data}
                onClose={() => change(close)}
                onDone={() => change(close, true)}
              />
            )}
            {newArticleIn === undefined ? null : (
              <NewKbArticle
                outline={data}
                container={newArticleIn}
                onClose={() => setNewArticleIn(undefined)}
              />
            )}
          </>
        )}
      </QueryView>
    </KbPage>
  );
}

function EmptyTree({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={BookOpen}
      title="No collection yet"
      action={
        <Button needs="publish" variant="primary" icon={FolderPlus} onClick={onAdd}>
          New collection
        </Button>
      }
    >
      A knowledge base begins with a collection, for example “Getting started”. It contains articles and
      sections.
    </EmptyState>
  );
}
