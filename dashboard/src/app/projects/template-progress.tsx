import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CopiedProject } from '../../../../src/transfer/copies/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { Button } from '../../components/base/button.tsx';
import { ProgressBar } from '../../components/layout/progress-bar.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';

const pollMs = 500;

interface TemplateProgressProps {
  templateId: string;
  copy: CopiedProject['copy'];
  onReady: (projectId: string) => void;
  onClose: () => void;
}

/** Waits for a project that is copied from a template. It continues after the dialog is closed. */
export function TemplateProgress({ templateId, copy, onReady, onClose }: TemplateProgressProps) {
  const query = useQuery({
    queryKey: ['template-copy', copy.id],
    queryFn: ({ signal }) =>
      requestApi<CopiedProject>('GET', `/templates/${templateId}/copies/${copy.id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.copy.status === 'failed' ? false : pollMs),
  });
  const projectId = query.data?.copy.project_id ?? null;
  useEffect(() => {
    if (projectId !== null) onReady(projectId);
  }, [projectId]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Creating ${copy.name}`}
      description="Content and files are copied from the template. You can close this dialog: the project is listed when it is complete."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <QueryView query={query}>
        {({ copy: { status, progress, reason } }) =>
          status === 'failed' ? (
            <p role="alert">The project was not created. {reason}</p>
          ) : (
            <ProgressBar percent={progress} label="Copied content" />
          )
        }
      </QueryView>
    </Dialog>
  );
}
