import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thread, ThreadList } from '../../../../../src/dashboard/comments/schema.ts';
import { type ProjectApi, projectKey, useProject } from '../../../api/project.ts';
import { useDraftState } from '../draft/use-draft.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useItemApi } from '../use-item-api.ts';

export type ThreadState = 'open' | 'resolved';

export interface Threads {
  itemId: string;
  list: readonly Thread[];
  isPending: boolean;
  error: unknown;
  hasMore: boolean;
  loadMore: () => void;
}

export interface ItemThreads {
  threads: Threads;
  /** The API in the release of the item. */
  api: ProjectApi;
  /** Reads all threads of the item again. */
  refresh: () => Promise<void>;
}

const noThreads: readonly Thread[] = [];

/** The threads of the item that is being edited. */
export function useThreads({ store, service }: ItemEditor, state: ThreadState, enabled = true): ItemThreads {
  const project = useProject();
  const client = useQueryClient();
  const item = useDraftState(store, (draft) => draft.item);
  const { id } = item;
  const api = useItemApi(item);
  const key = projectKey(project, 'comments', service.module, id);
  const query = useInfiniteQuery({
    queryKey: [...key, state],
    queryFn: ({ pageParam, signal }) =>
      api.get<ThreadList>('/comments', { item: id, state, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    enabled: enabled && id !== '',
  });
  const { data, isPending, error, hasNextPage, fetchNextPage } = query;
  const list = useMemo(() => data?.pages.flatMap((page) => page.data) ?? noThreads, [data]);
  return {
    threads: {
      itemId: id,
      list,
      isPending,
      error,
      hasMore: hasNextPage,
      loadMore: () => void fetchNextPage(),
    },
    api,
    refresh: () => client.invalidateQueries({ queryKey: key }),
  };
}
