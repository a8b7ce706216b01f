import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkJob, BulkJobList } from '../../../src/dashboard/bulk/schema.ts';
import { type Module, projectKey, useProject, useProjectApi, useRefresh } from './project.ts';
import { runningTasks } from './tasks.ts';

/** Polling interval while a bulk change runs. The activity of the project reports when one starts. */
const pollRunningMs = 1_000;

/** Everything that the trash contains. */
export const restoredModules = [
  'content',
  'schema',
  'blog',
  'kb',
  'authors',
  'media',
  'releases',
  'trash',
] as const;

/** The parts of the project that a bulk change changes. */
const modules = {
  entry: ['content'],
  blog_article: ['blog'],
  kb_article: ['kb'],
  trash: restoredModules,
} as const satisfies Record<BulkJob['kind'], readonly Module[]>;

/** The API path of the list that a bulk change belongs to: `/content/recipe`, `/blog`. */
export function listPathOf({ kind, type }: BulkJob): string {
  if (kind === 'trash') return '/trash';
  return kind === 'entry' ? `/content/${type}` : `/${modules[kind][0]}`;
}

export function isRunning({ status }: BulkJob): boolean {
  return status === 'running';
}

/** The bulk changes of the project, newest first, polled. */
export function useBulkJobs(): Partial<BulkJobList> {
  const project = useProject();
  const api = useProjectApi();
  const { data } = useQuery({
    queryKey: projectKey(project, 'bulk', '/bulk-jobs'),
    queryFn: ({ signal }) => api.get<BulkJobList>('/bulk-jobs', {}, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? pollRunningMs : false),
  });
  return data ?? {};
}

/** Refetches the lists of a bulk change when it ends, also of one that was never seen running because it was short. */
export function useRefreshAfterBulk(jobs: readonly BulkJob[] | undefined): void {
  const refresh = useRefresh();
  const endedIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (jobs === undefined) return;
    const ended = jobs.filter((job) => !isRunning(job));
    const newlyEnded = ended.filter(({ id }) => endedIds.current?.has(id) === false);
    endedIds.current = new Set(ended.map(({ id }) => id));
    if (newlyEnded.length > 0) void refresh('trash', ...newlyEnded.flatMap(({ kind }) => modules[kind]));
  }, [jobs, refresh]);
}

/**
 * Returns whether a query reads a list of content that a bulk change or task is changing. Such a list is refetched at the
 * end, so that its rows don't move while a person looks at them.
 */
export function isInBulkChange(client: QueryClient, key: QueryKey): boolean {
  const [, projectId, , , path, pages] = key;
  if (pages !== 'pages' || typeof path !== 'string') return false;
  const lists = client.getQueriesData<BulkJobList>({ queryKey: ['project', projectId, 'bulk'] });
  const running = lists.flatMap(([, list]) => (list?.data ?? []).filter(isRunning).map(listPathOf));
  const changing = runningTasks().flatMap((task) => (task.projectId === projectId ? [task.listPath] : []));
  return [...running, ...changing].some((list) => list !== null && path.startsWith(`${list}/`));
}
