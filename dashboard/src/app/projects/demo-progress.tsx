import { useQuery } from '@tanstack/react-query';
import type { DemoContent } from '../../../../src/seeds/demo/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { ProgressBar } from '../../components/layout/progress-bar.tsx';

const pollMs = 500;

/** Starts loading the demo content of a new project. It continues in the background. */
export function loadDemo(projectId: string): Promise<DemoContent> {
  return requestApi<DemoContent>('POST', `/projects/${projectId}/demo`);
}

/** The progress of loading demo content; nothing without any. */
export function DemoProgress({ projectId }: { projectId: string }) {
  const { data } = useQuery({
    queryKey: ['demo', projectId],
    queryFn: ({ signal }) => requestApi<DemoContent>('GET', `/projects/${projectId}/demo`, { signal }),
    refetchInterval: ({ state }) => (state.data?.demo?.status === 'running' ? pollMs : false),
  });
  if (data?.demo == null) return null;
  const { status, progress, reason } = data.demo;
  if (status === 'running')
    return (
      <div>
        <p>Demo content is being added. You can open the project now.</p>
        <ProgressBar percent={progress} label="Added demo content" />
      </div>
    );
  return (
    <p role="status">
      {status === 'done'
        ? 'The demo content is complete.'
        : `The demo content is not complete. ${reason ?? ''}`}
    </p>
  );
}
