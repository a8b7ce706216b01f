import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowUp, CalendarClock, GitCompare } from 'lucide-react';
import { useState } from 'react';
import type { ReaderSummary, Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProject } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField } from '../../components/form/field.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { ChangeList } from './change-list.tsx';
import { useReleaseChanges } from './changes-query.ts';
import { changesForReaders, conflictsIn, DiffSummary } from './diff-summary.tsx';
import { PromoteAtDialog } from './promote-at-dialog.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { PromotionDate } from './promotion-date.tsx';
import { ReleaseReview } from './release-review.tsx';
import { useReleases } from './releases-query.ts';
import './releases.css';

const route = getRouteApi('/p/$projectId/releases/$releaseId');

/** A release: its promotion date, and what promoting it would change, with conflicts and people. */
export function ReleaseDiffScreen() {
  const { releaseId } = route.useParams();
  const { id: projectId } = useProject();
  const releases = useReleases();
  const release = releases.data?.data.find(({ id }) => id === releaseId);
  const changes = useReleaseChanges(releaseId);
  const summary = changes.first?.meta.summary;
  const live = releases.data?.data.find((candidate) => candidate.default)?.id;
  return (
    <Page
      title={release?.name ?? 'Release'}
      above={
        <Link to="/p/$projectId/releases" params={{ projectId }} search={(search) => search}>
          Releases
        </Link>
      }
      intro="What would change if you promoted it now."
      actions={release === undefined || release.default ? undefined : <PromotionButtons release={release} />}
    >
      {release === undefined || release.default ? null : <PromotionDate release={release} />}
      {release === undefined || release.default || summary === undefined || isEmpty(summary) ? null : (
        <ReleaseReview release={release} />
      )}
      <QueryView
        query={{
          data: summary === undefined || live === undefined ? undefined : { summary, live },
          isError: changes.error !== null || releases.isError,
          error: changes.error ?? releases.error,
          refetch: () => (changes.error === null ? releases.refetch() : changes.retry()),
        }}
      >
        {(data) => <Differences {...data} release={releaseId} />}
      </QueryView>
    </Page>
  );
}

/** Promotes the release, now or at a date. */
function PromotionButtons({ release }: { release: Release }) {
  const [dialog, setDialog] = useState<'now' | 'at' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {release.promote_at === undefined ? (
        <Button needs="releases" icon={CalendarClock} onClick={() => setDialog('at')}>
          Promote at…
        </Button>
      ) : null}
      <Button needs="releases" variant="primary" icon={ArrowUp} onClick={() => setDialog('now')}>
        Promote
      </Button>
      {dialog === 'now' ? <PromoteDialog release={release} onClose={close} /> : null}
      {dialog === 'at' ? <PromoteAtDialog release={release} onClose={close} /> : null}
    </>
  );
}

/** Whether a promotion would change nothing, not even drafts. */
function isEmpty(summary: ReaderSummary): boolean {
  const { added, changed, removed } = summary.drafts;
  return changesForReaders(summary) + added + changed + removed === 0;
}

interface DifferencesProps {
  summary: ReaderSummary;
  /** The ids of the release and of the default release. */
  release: string;
  live: string;
}

function Differences({ summary, release, live }: DifferencesProps) {
  const [showsOnlyConflicts, setShowsOnlyConflicts] = useState(false);
  const conflicts = conflictsIn(summary);
  if (isEmpty(summary))
    return (
      <EmptyState icon={GitCompare} title="Nothing would change">
        This release is the same as the live one. Open it with the switch on the left, and change something.
      </EmptyState>
    );
  return (
    <>
      <DiffSummary summary={summary} />
      {conflicts.readers + conflicts.drafts === 0 ? null : (
        <CheckField
          label="Only conflicts"
          help="Items that also changed in the live release."
          checked={showsOnlyConflicts}
          onChange={setShowsOnlyConflicts}
        />
      )}
      <ChangeList release={release} live={live} onlyConflicts={showsOnlyConflicts} />
    </>
  );
}
