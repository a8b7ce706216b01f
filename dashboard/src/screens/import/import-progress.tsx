import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { TableImport } from '../../../../src/transfer/tables/jobs/schema.ts';
import { useProject, useProjectMutation, useProjectQuery, useRefresh } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { counted, formatted } from '../../components/base/counted.ts';
import { QueryView } from '../../components/layout/states.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { RowErrors } from './row-errors.tsx';

const pollMs = 1_000;

interface ImportProgressProps {
  id: string;
  type: ContentType;
  onAgain: () => void;
}

/** The progress of an import, also after the page was loaded again, and its report. */
export function ImportProgress({ id, type, onAgain }: ImportProgressProps) {
  const query = useProjectQuery<TableImport>('bulk', `/imports/${id}`, {
    refetchMs: (data) => (data?.status === 'running' ? pollMs : undefined),
  });
  const refresh = useRefresh();
  const isRunning = query.data?.status === 'running';
  useEffect(() => {
    if (!isRunning) void refresh('content');
  }, [isRunning]);
  return (
    <QueryView query={query}>
      {(data) =>
        data.status === 'running' ? (
          <Running report={data} />
        ) : (
          <Ended report={data} type={type} onAgain={onAgain} />
        )
      }
    </QueryView>
  );
}

function Running({ report: { id, counts, rows_total: total } }: { report: TableImport }) {
  const stop = useProjectMutation(['bulk'], (api) => api.post(`/imports/${id}/stop`));
  return (
    <section className="import-progress" aria-label="Import">
      <p>
        Importing {formatted(counts.in)} of {counted(total, 'row')}. You can close this page.
      </p>
      <progress value={counts.in} max={total} aria-label="Imported rows" />
      <Button
        needs="draft"
        busy={stop.isPending}
        onClick={() => void stop.mutateAsync(undefined).catch(toastError)}
      >
        Stop
      </Button>
    </section>
  );
}

const endings = {
  uploading: 'The upload of the file was interrupted, so nothing was imported.',
  stopped: 'The import was stopped.',
  failed: 'The import failed.',
  done: 'The import is done.',
  running: '',
} as const;

function Ended({ report, type, onAgain }: { report: TableImport; type: ContentType; onAgain: () => void }) {
  const { id: projectId } = useProject();
  const { id, status, counts, errors, reason, rows_total: total } = report;
  const resume = useProjectMutation(['bulk'], (api) => api.post(`/imports/${id}/start`));
  return (
    <section className="import-progress" aria-label="Import">
      <p role="status">
        {endings[status]} {reason ?? ''}
      </p>
      {status === 'uploading' ? null : (
        <p>
          {formatted(counts.created)} created, {formatted(counts.updated)} changed,{' '}
          {formatted(counts.unchanged)} unchanged, {formatted(counts.failed)} rejected.
        </p>
      )}
      <RowErrors errors={errors} />
      <div className="import-actions">
        {counts.failed === 0 ? null : (
          <a
            className="button button-default"
            download
            href={`/dashboard/api/projects/${projectId}/imports/${id}/errors`}
          >
            <span>Download rejected rows</span>
          </a>
        )}
        {status === 'stopped' && counts.in < total ? (
          <Button
            needs="draft"
            busy={resume.isPending}
            onClick={() => void resume.mutateAsync(undefined).catch(toastError)}
          >
            {`Import the other ${counted(total - counts.in, 'row')}`}
          </Button>
        ) : null}
        <Button onClick={onAgain}>Import another file</Button>
        <Link
          className="button button-primary"
          to="/p/$projectId/entries/$type"
          params={{ projectId, type: type.slug }}
        >
          <span>Show entries</span>
        </Link>
      </div>
    </section>
  );
}
