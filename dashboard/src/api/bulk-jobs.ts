import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkJob, BulkJobList } from '../../../src/dashboard/bulk/schema.ts';
import { type Module, projectKey, useProject, useProjectApi, useRefresh } from './project.ts';

/** How often a bulk change is asked for that runs, and whether another member began one, in milliseconds. */
const runningMs = 1_000;
const idleMs = 30_000;

/** Below what the items of a bulk change are listed: `/content/recipe`, `/blog`. */
function pathOf({ kind, type }: BulkJob): string {
  return kind === 'entry' ? `/content/${type}` : kind === 'blog_article' ? '/blog' : '/kb';
}

interface BulkState {
  /** The bulk change of the list that is running or ended last. */
  job: BulkJob | undefined;
  /** The maximum number of items of one bulk change; undefined until it is loaded. */
  itemsMax: number | undefined;
}

/** Watches the bulk change of a list and reads the list again when it ends. */
export function useBulkJob(path: string, module: Module): BulkState {
  const project = useProject();
  const api = useProjectApi();
  const refresh = useRefresh();
  const { data } = useQuery({
    queryKey: projectKey(project, 'bulk', '/bulk-jobs'),
    queryFn: ({ signal }) => api.get<BulkJobList>('/bulk-jobs', {}, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? runningMs : idleMs),
  });
  const job = data?.data.find((one) => pathOf(one) === path);
  const ran = useRef<string | null>(null);
  useEffect(() => {
    if (job === undefined) return;
    const hasEnded = ran.current === job.id && !isRunning(job);
    ran.current = isRunning(job) ? job.id : null;
    if (hasEnded) void refresh(module, 'trash');
  }, [job, module, refresh]);
  return { job, itemsMax: data?.items_max };
}

export function isRunning({ status }: BulkJob): boolean {
  return status === 'running';
}
