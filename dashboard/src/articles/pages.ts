import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { EditorArticleList } from '../../../src/articles/schema.ts';
import type { Query } from '../api/client.ts';
import { projectKey, useProject, useProjectApi } from '../api/project.ts';
import type { ArticleKind } from './kind.ts';

/** How often a list asks again: drafts that others save are in no change log, in milliseconds. */
const refetchMs = 20_000;

/** Reads a module's articles in any state, page by page. */
export function useArticlePages({ module, path }: Pick<ArticleKind, 'module' | 'path'>, query: Query) {
  const project = useProject();
  const api = useProjectApi();
  const list = useInfiniteQuery({
    queryKey: projectKey(project, module, path, 'list', query),
    queryFn: ({ pageParam: offset, signal }) => {
      const paging = offset === 0 ? { count: true } : { offset };
      return api.get<EditorArticleList>(path, { ...query, ...paging }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next_offset,
    placeholderData: (before) => before,
    // Only while one page is shown: whoever scrolled down reads, and many pages are many requests.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : refetchMs),
  });
  const pages = list.data?.pages;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    /** Absent until the first page is there. */
    rows: useMemo(() => pages?.flatMap(({ data }) => data), [pages]),
    targets: useMemo<EditorArticleList['targets']>(
      () => Object.fromEntries((pages ?? []).flatMap((page) => Object.entries(page.targets))),
      [pages],
    ),
    total: pages?.[0]?.meta.total,
    error: pages === undefined ? list.error : null,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void list.refetch(),
  };
}
