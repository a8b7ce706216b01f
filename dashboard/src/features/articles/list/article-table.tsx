import type { LucideIcon } from 'lucide-react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import type { Query } from '../../../api/http/client.ts';
import { useChosenLocale } from '../../../api/locales.ts';
import { useProject } from '../../../api/project.ts';
import type { Column } from '../../../components/list/data-table.tsx';
import { ContentTable } from '../../lists/content-table.tsx';
import type { ArticleModule, useArticlePages } from './article-modules.ts';
import { trashPeriod } from '../../trash-period.ts';

interface ArticleTableProps {
  articles: ArticleModule;
  list: ReturnType<typeof useArticlePages>;
  filters: Query;
  columns: readonly Column<EditorArticleRow>[];
  empty: { icon: LucideIcon; text: string };
}

/** The articles of the blog or of the knowledge base. */
export function ArticleTable({ articles, list, filters, columns, empty }: ArticleTableProps) {
  const { id: projectId } = useProject();
  const locale = useChosenLocale() ?? undefined;
  return (
    <ContentTable
      label="Articles"
      content={{
        ...articles,
        noun: ['article', 'articles'],
        locale,
        consequence: `They stay in the trash for ${trashPeriod}. Links from other content will break.`,
      }}
      list={list}
      filters={filters}
      columns={columns}
      linkOf={(articleId) => ({ to: articles.articleScreen, params: { projectId, articleId } })}
      empty={{ title: 'No articles yet', ...empty }}
    />
  );
}
