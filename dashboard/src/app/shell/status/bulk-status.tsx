import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BulkJob } from '../../../../../src/dashboard/bulk/schema.ts';
import { isRunning } from '../../../api/bulk-jobs.ts';
import { textOf } from '../../../api/errors/error-texts.ts';
import { useProjectMutation } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { counted, formatted } from '../../../components/base/counted.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { toastError } from '../../../components/overlay/toast.tsx';
import { useEditorHref } from '../../../features/lists/items.ts';
import '../../../features/lists/bulk-bar.css';
import { StatusLine } from './status-line.tsx';

const words = {
  publish: ['Publishing', 'published'],
  unpublish: ['Unpublishing', 'unpublished'],
  delete: ['Deleting', 'moved to the trash'],
  set: ['Changing', 'changed'],
  restore: ['Restoring', 'restored'],
} as const;

const nouns = {
  entry: ['entry', 'entries'],
  blog_article: ['article', 'articles'],
  kb_article: ['article', 'articles'],
  trash: ['item', 'items'],
} as const;

/** The progress of a bulk change with a button to stop it; after its end, its result, until it is dismissed. */
export function BulkStatus({ job }: { job: BulkJob }) {
  const stop = useProjectMutation(['bulk'], (api) => api.post(`/bulk-jobs/${job.id}/stop`));
  if (!isRunning(job)) return <BulkReport job={job} />;
  const [verb] = words[job.action];
  const needs = needsOf(job);
  return (
    <StatusLine verb={verb} noun={nouns[job.kind]} done={job.position} total={job.total}>
      <Button
        needs={needs}
        variant="quiet"
        busy={stop.isPending}
        onClick={() => void stop.mutateAsync(undefined).catch(toastError)}
      >
        Stop
      </Button>
    </StatusLine>
  );
}

/** Setting fields of drafts and restoring drafts need no permission to publish. */
function needsOf({ action }: BulkJob): 'draft' | 'publish' {
  return action === 'set' || action === 'restore' ? 'draft' : 'publish';
}

function BulkReport({ job }: { job: BulkJob }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const dismiss = useProjectMutation(['bulk'], (api) => api.remove(`/bulk-jobs/${job.id}`));
  const [singular, plural] = nouns[job.kind];
  const [, pastVerb] = words[job.action];
  return (
    <section className="status-line" aria-label="Bulk change">
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
      <Button
        needs={needsOf(job)}
        variant="quiet"
        busy={dismiss.isPending}
        onClick={() => void dismiss.mutateAsync(undefined).catch(toastError)}
      >
        Dismiss
      </Button>
      {isDialogOpen ? <Rejections job={job} onClose={() => setDialogOpen(false)} /> : null}
    </section>
  );
}

/** The items that were not changed, and why. */
function Rejections({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const hrefOf = useEditorHref();
  const { kind, type, failed, refusals } = job;
  const [singular, plural] = nouns[kind];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${counted(failed, singular, plural)} not changed`}
      {...(refusals.length < failed ? { description: `The first ${refusals.length} of them.` } : {})}
    >
      <ul className="bulk-results">
        {refusals.map(({ id, title, code, message }) => {
          const name = title === id ? 'Untitled' : title;
          const href = kind === 'trash' ? null : hrefOf(kind, id, type);
          return (
            <li key={id}>
              {href === null ? (
                <span>{name}</span>
              ) : (
                <Link to={href} onClick={onClose}>
                  {name}
                </Link>
              )}
              <span>{textOf({ code, message })}</span>
            </li>
          );
        })}
      </ul>
    </Dialog>
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
