import { useQuery } from '@tanstack/react-query';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { projectKey, useProject, useProjectApi } from '../../api/project.ts';

const refetchMs = 30_000;

/** Reads all data of Home in one request, and refetches it on each visit. */
export function useHome(): Home | undefined {
  const project = useProject();
  const api = useProjectApi();
  return useQuery({
    queryKey: projectKey(project, 'content', '/home', {}),
    queryFn: ({ signal }) => api.get<Home>('/home', {}, signal),
    refetchOnMount: 'always',
    refetchInterval: refetchMs,
  }).data;
}
