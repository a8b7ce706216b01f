import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import type { Query } from '../../../api/http/client.ts';
import { localeQuery, useChosenLocale } from '../../../api/locales.ts';
import { useEditorPages } from '../../../api/pages.ts';

/** The paths of articles of the blog and of the knowledge base, in the API and the dashboard. */
export const articleModules = {
  blog: {
    module: 'blog',
    title: 'Blog',
    /** The type in the preview URL of the site. */
    type: 'blog_article',
    /** Drafts are at this path of the dashboard's API, and live articles at the same path below `/v1`. */
    path: '/blog/articles',
    bulkPath: '/blog',
    listScreen: '/p/$projectId/blog',
    articleScreen: '/p/$projectId/blog/$articleId',
  },
  kb: {
    module: 'kb',
    title: 'Knowledge base',
    type: 'kb_article',
    path: '/kb/articles',
    bulkPath: '/kb',
    listScreen: '/p/$projectId/kb',
    articleScreen: '/p/$projectId/kb/articles/$articleId',
  },
} as const;

export type ArticleModule = (typeof articleModules)[keyof typeof articleModules];

/** Milliseconds between refreshes of lists with drafts. The change log only reports what readers see. */
export const draftsRefetchMs = 20_000;

/** Reads a module's articles in any state in the chosen locale, page by page. */
export function useArticlePages({ module, path }: ArticleModule, query: Query) {
  return useEditorPages<EditorArticleRow>(module, path, {
    query: { ...query, ...localeQuery(useChosenLocale()) },
    refetchMs: draftsRefetchMs,
  });
}
