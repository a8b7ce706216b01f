import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import { isRunning } from '../../api/bulk-jobs.ts';
import { textOf } from '../../api/errors/error-texts.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { counted, formatted } from '../../components/base/counted.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import type { RowLink } from '../../components/list/list-return.ts';
import { toastError } from '../../components/overlay/toast.tsx';

const words = {
  publish: ['Publishing', 'published'],
  unpublish: ['Unpublishing', 'unpublished'],
  delete: ['Deleting', 'moved to the trash'],
  set: ['Changing', 'changed'],
} as const;

interface BulkProgressProps {
  job: BulkJob;
  noun: readonly [string, string];
  linkOf: (id: string) => RowLink;
  onDismiss?: () => void;
}

/** The progress of a bulk change with a button to stop it; after its end, its result, until it is dismissed. */
export function BulkProgress({ job, noun: [singular, plural], linkOf, onDismiss }: BulkProgressProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const stop = useProjectMutation(['bulk'], (api) => api.post(`/bulk-jobs/${job.id}/stop`));
  const dismiss = useProjectMutation(['bulk'], (api) => api.remove(`/bulk-jobs/${job.id}`));
  const run = (change: typeof stop | typeof dismiss, after?: () => void) =>
    void change.mutateAsync(undefined).then(after, toastError);
  const [presentVerb, pastVerb] = words[job.action];
  const needs = job.action === 'set' ? 'draft' : 'publish';
  if (isRunning(job))
    return (
      <section className="bulk-job" aria-label="Bulk change">
        <span>
          {presentVerb} {formatted(job.position)} of {counted(job.total, singular, plural)}
        </span>
        <progress value={job.position} max={Math.max(job.total, 1)} aria-label={`${presentVerb} ${plural}`} />
        <Button needs={needs} variant="quiet" busy={stop.isPending} onClick={() => run(stop)}>
          Stop
        </Button>
      </section>
    );
  return (
    <section className="bulk-job" aria-label="Bulk change">
      <span role="status">
        {job.action === 'set' ? changeReport(job) : `${counted(job.done, singular, plural)} ${pastVerb}.`}{' '}
        {job.status === 'stopped'
          ? `Stopped after ${formatted(job.position)} of ${formatted(job.total)}. `
          : ''}
        {job.reason === null ? '' : `${job.reason} `}
        {job.failed === 0 || job.action === 'set'
          ? ''
          : `${counted(job.failed, singular, plural)} not changed.`}
      </span>
      <span className="list-space" />
      {job.failed === 0 ? null : <Button onClick={() => setDialogOpen(true)}>Show why</Button>}
      <Button needs={needs} variant="quiet" busy={dismiss.isPending} onClick={() => run(dismiss, onDismiss)}>
        Dismiss
      </Button>
      <Dialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={`${counted(job.failed, singular, plural)} not changed`}
        {...(job.refusals.length < job.failed
          ? { description: `The first ${job.refusals.length} of them.` }
          : {})}
      >
        <ul className="bulk-results">
          {job.refusals.map(({ id, title, code, message }) => (
            <li key={id}>
              <Link {...linkOf(id)} onClick={() => setDialogOpen(false)}>
                {title === id ? 'Untitled' : title}
              </Link>
              <span>{textOf({ code, message })}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </section>
  );
}

/** `38 changed, 1 already up to date, 1 failed.` */
function changeReport({ done, unchanged, failed }: BulkJob): string {
  const parts = [
    `${formatted(done - unchanged)} changed`,
    ...(unchanged === 0 ? [] : [`${formatted(unchanged)} already up to date`]),
    ...(failed === 0 ? [] : [`${formatted(failed)} failed`]),
  ];
  return `${parts.join(', ')}.`;
}
