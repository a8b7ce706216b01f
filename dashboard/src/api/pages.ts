import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { EditorTargets } from '../../../src/contract/fields/links.ts';
import { formatted } from '../components/base/counted.ts';
import type { Query } from './http/client.ts';
import { isInBulkChange } from './bulk-jobs.ts';
import { type Module, projectKey, useProject, useProjectApi } from './project.ts';

interface ListPage<Row> {
  data: Row[];
  meta: { next_cursor?: string | null; next_offset: number | null };
}

interface PagesOptions {
  query?: Query;
  refetchMs?: number | undefined;
  /** Requests the total with the first page, and shows the previous rows while others load. */
  isCounted?: boolean;
}

/** The position of the next page; empty for the first page. */
type PageParam = { cursor: string } | { offset: number } | Record<string, never>;

/** Reads a list page by page. `loadMore` requests the next page unless a page is already loading. */
export function useProjectPages<Row, Extra = unknown>(
  module: Module,
  path: string,
  { query = {}, refetchMs, isCounted = false }: PagesOptions = {},
) {
  const project = useProject();
  const api = useProjectApi();
  const client = useQueryClient();
  const pages = useInfiniteQuery({
    queryKey: projectKey(project, module, path, 'pages', query),
    initialPageParam: {},
    queryFn: ({ pageParam, signal }) =>
      api.get<ListPage<Row> & Extra>(
        path,
        { ...query, ...(isCounted && Object.keys(pageParam).length === 0 ? { count: true } : pageParam) },
        signal,
      ),
    ...(isCounted ? { placeholderData: keepPreviousData } : {}),
    // only while one page is loaded, because refetching a list sends one request per page
    refetchInterval: ({ state, queryKey }) =>
      (state.data?.pages.length ?? 0) > 1 || isInBulkChange(client, queryKey) ? false : (refetchMs ?? false),
    refetchOnWindowFocus: ({ queryKey }) => !isInBulkChange(client, queryKey),
    getNextPageParam: ({ meta }): PageParam | null => {
      if (meta.next_cursor != null) return { cursor: meta.next_cursor };
      return meta.next_offset === null ? null : { offset: meta.next_offset };
    },
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    /** Undefined until the first page is loaded. */
    rows: useMemo(() => data?.pages.flatMap((page) => page.data), [data]),
    pages: data?.pages,
    /** The first page, for its other properties. */
    first: data?.pages[0],
    error: data === undefined ? error : null,
    isLoadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    loadMore,
    retry: () => void refetch(),
  };
}

interface CountedPage {
  targets: EditorTargets;
  meta: { total?: number; total_is_capped?: boolean };
}

/** Reads a list of entries or articles in any state, with the targets of their links and the number of rows. */
export function useEditorPages<Row>(module: Module, path: string, options: Omit<PagesOptions, 'isCounted'>) {
  const { pages, ...list } = useProjectPages<Row, CountedPage>(module, path, { ...options, isCounted: true });
  const { total, total_is_capped: isCapped = false } = list.first?.meta ?? {};
  const rowCount = list.rows?.length ?? 0;
  const totalText = total === undefined ? '…' : `${formatted(total)}${isCapped ? '+' : ''}`;
  return {
    ...list,
    targets: useMemo<EditorTargets>(
      () => Object.fromEntries((pages ?? []).flatMap((page) => Object.entries(page.targets))),
      [pages],
    ),
    total,
    /** `total` is the cap of the count, and the list has more rows. */
    isCapped,
    /** `622`, or `10,000+`. */
    totalText,
    /** `12`, or `100 of 622`. */
    count: rowCount === total && !isCapped ? totalText : `${formatted(rowCount)} of ${totalText}`,
  };
}
