import { getRouteApi } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { useChosenLocale } from '../../api/locales.ts';
import { ListTools } from '../../components/list/list-tools.tsx';
import { articleModules, useArticlePages } from '../../features/articles/list/article-modules.ts';
import { ArticleTable } from '../../features/articles/list/article-table.tsx';
import { ViewsMenu } from '../../features/lists/views-menu.tsx';
import { TranslationFilter } from '../../features/locales/translation-filter.tsx';
import { ReviewFilter } from '../../features/editing/review/review-filter.tsx';
import { columnsOf } from './columns.tsx';
import { Filters } from './filters.tsx';
import { BlogFrame } from './frame.tsx';
import type { BlogSearch } from './search.ts';

const route = getRouteApi('/p/$projectId/blog');
const pageSize = 100;
const newestFirst = '-updated_at';

export function BlogScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const locale = useChosenLocale();
  const { new: _new, sort = newestFirst, locale: _locale, release: _release, ...filters } = search;
  const list = useArticlePages(articleModules.blog, { ...filters, sort, limit: pageSize });
  const go = (part: Partial<BlogSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <BlogFrame view="list">
      <ListTools search={search} onChange={go}>
        <ReviewFilter value={search.review} onChange={(review) => go({ review })} />
        <TranslationFilter value={search.translation} onChange={(translation) => go({ translation })} />
        <Filters search={search} onChange={go} />
        <span className="list-space" />
        <ViewsMenu
          list="blog"
          search={{ ...filters, sort: search.sort }}
          onOpen={(saved) => void navigate({ search: saved, replace: true })}
        />
      </ListTools>
      <ArticleTable
        articles={articleModules.blog}
        list={list}
        filters={filters}
        columns={columnsOf({ targets: list.targets, sort, onSort: (next) => go({ sort: next }), locale })}
        empty={{ icon: Newspaper, text: 'Write the first one. Readers see it after you publish it.' }}
      />
    </BlogFrame>
  );
}
