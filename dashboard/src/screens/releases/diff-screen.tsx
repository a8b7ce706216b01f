import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowUp, GitCompare } from 'lucide-react';
import { useState } from 'react';
import type { ReleaseDiff } from '../../../../src/lifecycle/releases/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField } from '../../components/form/field.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { type DiffItem, DiffList } from './diff-list.tsx';
import { DiffSummary } from './diff-summary.tsx';
import { EntryDifference } from './entry-difference.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { useReleases } from './releases-query.ts';
import './releases.css';

const route = getRouteApi('/p/$projectId/releases/$releaseId');

/** What promoting a release would change, with conflicting changes of the default release. */
export function ReleaseDiffScreen() {
  const { releaseId } = route.useParams();
  const { id: projectId, role } = useProject();
  const releases = useReleases();
  const release = releases.data?.data.find(({ id }) => id === releaseId);
  const diff = useProjectQuery<ReleaseDiff>('content', `/v1/releases/${releaseId}/diff`);
  const [isPromoting, setPromoting] = useState(false);
  const canPromote = release !== undefined && !release.default && role === 'owner';
  return (
    <Page
      title={release?.name ?? 'Release'}
      above={
        <Link to="/p/$projectId/releases" params={{ projectId }} search={(search) => search}>
          Releases
        </Link>
      }
      intro="What would change for readers if you promoted it now."
      actions={
        canPromote ? (
          <Button variant="primary" icon={ArrowUp} onClick={() => setPromoting(true)}>
            Promote
          </Button>
        ) : undefined
      }
    >
      <QueryView query={diff}>
        {(data) => <Differences diff={data} projectId={projectId} release={releaseId} />}
      </QueryView>
      {isPromoting && release !== undefined ? (
        <PromoteDialog release={release} onClose={() => setPromoting(false)} />
      ) : null}
    </Page>
  );
}

const moves = ['added', 'changed', 'removed'] as const;

interface DifferencesProps {
  diff: ReleaseDiff;
  projectId: string;
  release: string;
}

function Differences({ diff, projectId, release }: DifferencesProps) {
  const [showsOnlyConflicts, setShowsOnlyConflicts] = useState(false);
  const { types, entries, summary, truncated } = diff;
  // Items that the release removed are opened in the default release.
  const searchFor = (move: DiffItem['move']) => ({ release: move === 'removed' ? undefined : release });
  const visibleItems = (list: DiffItem[]) => list.filter(({ conflict }) => conflict || !showsOnlyConflicts);
  const typeItems = moves.flatMap((move) =>
    types[move].map(({ slug, name, conflict }) => ({
      key: slug,
      link: {
        to: '/p/$projectId/content-types/type/$type',
        params: { projectId, type: slug },
        search: searchFor(move),
      } as const,
      title: name,
      detail: slug,
      conflict,
      move,
    })),
  );
  const entryItems = moves.flatMap((move) =>
    entries[move].map(({ id, type, title, conflict }) => ({
      key: id,
      link: {
        to: '/p/$projectId/entries/$type/$entryId',
        params: { projectId, type, entryId: id },
        search: searchFor(move),
      } as const,
      title: title === '' ? 'Untitled' : title,
      detail: type,
      conflict,
      move,
      difference: () => <EntryDifference type={type} id={id} release={diff.release} live={diff.default} />,
    })),
  );
  if (typeItems.length + entryItems.length === 0)
    return (
      <EmptyState icon={GitCompare} title="Nothing would change">
        This release is the same as the live one. Open it with the switch on the left, and change something.
      </EmptyState>
    );
  return (
    <>
      <DiffSummary summary={summary} />
      {summary.types.conflicts + summary.entries.conflicts === 0 ? null : (
        <CheckField
          label="Only conflicts"
          help="Items that also changed in the live release."
          checked={showsOnlyConflicts}
          onChange={setShowsOnlyConflicts}
        />
      )}
      <DiffList title="Entries" items={visibleItems(entryItems)} />
      {truncated ? (
        <p className="muted">This list shows the first thousand of each. The counts include all.</p>
      ) : null}
      <DiffList title="Content types" items={visibleItems(typeItems)} />
    </>
  );
}
