import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Query } from './client.ts';
import { type Module, projectKey, useProject, useProjectApi } from './project.ts';

interface ListPage<Row> {
  data: Row[];
  meta: { next_cursor: string | null; next_offset: number | null };
}

/** The place of the next page; exactly one of the two on a page that has a successor. */
type Place = { cursor: string } | { offset: number } | Record<string, never>;

/** Reads a list page by page; `loadMore` asks for the next one, if there is one and none is on its way. */
export function useProjectPages<Row, Beside = unknown>(
  module: Module,
  path: string,
  { query = {}, refetchMs }: { query?: Query; refetchMs?: number } = {},
) {
  const project = useProject();
  const api = useProjectApi();
  const pages = useInfiniteQuery({
    queryKey: projectKey(project, module, path, 'pages', query),
    initialPageParam: {},
    queryFn: ({ pageParam, signal }) =>
      api.get<ListPage<Row> & Beside>(path, { ...query, ...pageParam }, signal),
    // only while one page is shown: whoever scrolled down reads, and many pages are many requests
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : (refetchMs ?? false)),
    getNextPageParam: ({ meta }): Place | null => {
      if (meta.next_cursor !== null) return { cursor: meta.next_cursor };
      return meta.next_offset === null ? null : { offset: meta.next_offset };
    },
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    /** Absent until the first page is there. */
    rows: data?.pages.flatMap((page) => page.data),
    /** The first page, for what stands beside its rows. */
    first: data?.pages[0],
    error: data === undefined ? error : null,
    isLoadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    loadMore,
    retry: () => void refetch(),
  };
}
