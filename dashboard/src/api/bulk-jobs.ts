import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkJob, BulkJobList } from '../../../src/dashboard/bulk/schema.ts';
import { type Module, projectKey, useProject, useProjectApi, useRefresh } from './project.ts';

/** Polling intervals while a bulk change runs, and while none runs but another member may start one. */
const pollRunningMs = 1_000;
const pollIdleMs = 30_000;

/** The API path of the list that a bulk change belongs to: `/content/recipe`, `/blog`. */
function listPathOf({ kind, type }: BulkJob): string {
  return kind === 'entry' ? `/content/${type}` : kind === 'blog_article' ? '/blog' : '/kb';
}

interface BulkState {
  /** The bulk change of the list that is running or ended last. */
  job: BulkJob | undefined;
  /** The maximum number of items of one bulk change; undefined until it is loaded. */
  itemsMax: number | undefined;
}

/** Polls the bulk change of a list, and refetches the list when it ends. */
export function useBulkJob(path: string, module: Module): BulkState {
  const project = useProject();
  const api = useProjectApi();
  const refresh = useRefresh();
  const { data } = useQuery({
    queryKey: projectKey(project, 'bulk', '/bulk-jobs'),
    queryFn: ({ signal }) => api.get<BulkJobList>('/bulk-jobs', {}, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? pollRunningMs : pollIdleMs),
  });
  const job = data?.data.find((candidate) => listPathOf(candidate) === path);
  // The job that had ended when the list was opened or refreshed last; a short one is never seen running.
  const lastEndedJobId = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    const endedJobId = job === undefined || isRunning(job) ? null : job.id;
    if (lastEndedJobId.current !== undefined && endedJobId !== null && endedJobId !== lastEndedJobId.current)
      void refresh(module, 'trash');
    if (endedJobId !== null || lastEndedJobId.current === undefined) lastEndedJobId.current = endedJobId;
  }, [data, job, module, refresh]);
  return { job, itemsMax: data?.items_max };
}

export function isRunning({ status }: BulkJob): boolean {
  return status === 'running';
}
