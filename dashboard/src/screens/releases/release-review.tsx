import { useQueryClient } from '@tanstack/react-query';
import { FileCheck, MessageSquareShare } from 'lucide-react';
import { useState } from 'react';
import type { Review } from '../../../../src/dashboard/reviews/schema.ts';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import type { ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { projectKey, useProject, useProjectApi, useProjectQuery, useRefresh } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Decision } from '../../features/editing/review/decision.tsx';
import { RequestDialog } from '../../features/editing/review/request-dialog.tsx';
import { ReviewFacts, Withdraw } from '../../features/editing/review/review-facts.tsx';
import type { ReviewTarget } from '../../features/editing/review/review-target.ts';
import { useReleaseChanges } from './changes-query.ts';

/** The review of a release: its state, people and notes, and what the member can do about it. */
export function ReleaseReview({ release }: { release: Release }) {
  const target = useReleaseTarget(release);
  const [dialog, setDialog] = useState<'request' | 'decide' | null>(null);
  const close = () => setDialog(null);
  const { review, needsApproval } = target;
  const changes = useReleaseChanges(release.id);
  const seenRevision = changes.first?.meta.revision;
  if (review === null) return null;
  const isPending = review.state === 'requested' && !review.outdated;
  return (
    <section className="promotion" aria-label="Review">
      <div>
        {review.state === null ? (
          <p className={needsApproval ? undefined : 'muted'}>
            {needsApproval ? 'Needs an approval before it can go live.' : 'No review yet.'}
          </p>
        ) : null}
        <ReviewFacts review={review} noun="release" />
      </div>
      <div className="promotion-actions">
        <Button
          needs="releases"
          icon={FileCheck}
          disabled={seenRevision === undefined}
          onClick={() => setDialog('decide')}
        >
          Approve or send back…
        </Button>
        {isPending ? null : (
          <Button needs="releases" icon={MessageSquareShare} onClick={() => setDialog('request')}>
            Request review…
          </Button>
        )}
        <Withdraw target={target} permission="releases" />
      </div>
      {dialog === 'request' ? <RequestDialog target={target} onClose={close} /> : null}
      {dialog === 'decide' && seenRevision !== undefined ? (
        <Dialog
          open
          onClose={close}
          title={`Review “${release.name}”`}
          description="The approval ends when anything in the release changes."
        >
          <Decision target={target} revision={seenRevision} onClose={close} onConflict={changes.retry} />
        </Dialog>
      ) : null}
    </section>
  );
}

function useReleaseTarget({ id }: Release): ReviewTarget {
  const project = useProject();
  const client = useQueryClient();
  const api = useProjectApi();
  const refresh = useRefresh();
  const query = useProjectQuery<Review>('releases', `/reviews/${id}`);
  const settings = useProjectQuery<ProjectSettings>('settings', '/settings');
  const review = query.data ?? null;
  const isApproved = review?.state === 'approved' && !review.outdated;
  return {
    ...{ noun: 'release', key: id, review, api },
    needsApproval: (settings.data?.publish_approval ?? 'off') !== 'off' && !isApproved,
    save: () => Promise.resolve(id),
    accept: (latest) => client.setQueryData(projectKey(project, 'releases', `/reviews/${id}`, {}), latest),
    refetch: () => void query.refetch(),
    refresh: () => refresh('releases'),
  };
}
