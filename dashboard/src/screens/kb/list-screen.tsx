import { getRouteApi } from '@tanstack/react-router';
import { BookOpen, FilePlus2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useChosenLocale } from '../../api/locales.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { ListTools } from '../../components/list/list-tools.tsx';
import {
  articleModules,
  draftsRefetchMs,
  useArticlePages,
} from '../../features/articles/list/article-modules.ts';
import { ArticleTable } from '../../features/articles/list/article-table.tsx';
import { ListLocaleMenu } from '../../features/locales/locale-menu.tsx';
import { TranslationFilter } from '../../features/locales/translation-filter.tsx';
import { ViewsMenu } from '../../features/lists/views-menu.tsx';
import { columnsOf, containerPaths } from './columns.tsx';
import { KbPage } from './frame.tsx';
import { NewKbArticle } from './new-article.tsx';
import type { ListSearch as Search } from './search.ts';
import { ReviewFilter } from '../../features/editing/review/review-filter.tsx';
import { ContainerOptions } from '../../features/kb/container-options.tsx';
import { useKbOutline } from '../../features/kb/use-kb-outline.ts';

const route = getRouteApi('/p/$projectId/kb/articles');

export function KbListScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const outline = useKbOutline({ refetchMs: draftsRefetchMs });
  const [isNew, setNew] = useState(false);
  const { q, status, review, translation, on, sort = '-updated_at' } = search;
  const locale = useChosenLocale();
  const filters = {
    q,
    status,
    review,
    translation,
    ...(on === undefined ? {} : { [on.startsWith('kbs_') ? 'section' : 'collection']: on }),
  };
  const list = useArticlePages(articleModules.kb, { ...filters, sort, limit: 100 });
  const paths = useMemo(() => containerPaths(outline.data), [outline.data]);
  const change = (part: Search) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const add = () => setNew(true);
  const canAdd = (outline.data?.data.length ?? 0) > 0;
  useActions(
    canAdd
      ? [
          {
            id: 'kb-article-add',
            label: 'New knowledge base article',
            group: 'Create',
            icon: FilePlus2,
            keys: 'n',
            run: add,
          },
        ]
      : [],
  );
  return (
    <KbPage
      intro="All articles, including drafts and archived ones."
      actions={
        <>
          <ListLocaleMenu />
          <Button needs="draft" variant="primary" icon={FilePlus2} disabled={!canAdd} onClick={add}>
            New article
          </Button>
        </>
      }
    >
      <ListTools search={search} onChange={change} state={{ value: 'archived', label: 'Archived' }}>
        <select
          className="input select kb-place"
          aria-label="Location"
          value={on ?? ''}
          onChange={({ target }) => change({ on: target.value === '' ? undefined : target.value })}
        >
          <option value="">Everywhere</option>
          <ContainerOptions outline={outline.data ?? { data: [] }} withSections />
        </select>
        <ReviewFilter value={review} onChange={(state) => change({ review: state })} />
        <TranslationFilter value={translation} onChange={(state) => change({ translation: state })} />
        <span className="list-space" />
        <ViewsMenu
          list="kb"
          search={{ q, status, review, translation, on, sort: search.sort }}
          onOpen={(saved) => void navigate({ search: saved, replace: true })}
        />
      </ListTools>
      <ArticleTable
        articles={articleModules.kb}
        list={list}
        filters={filters}
        columns={columnsOf({ paths, sort, onSort: (next) => change({ sort: next }), locale })}
        empty={{ icon: BookOpen, text: 'Create a collection in the tree first, then write an article.' }}
      />
      {isNew && outline.data !== undefined ? (
        <NewKbArticle outline={outline.data} container={on ?? null} onClose={() => setNew(false)} />
      ) : null}
    </KbPage>
  );
}
