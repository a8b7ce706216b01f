import type { KbLeaf } from '../../../../src/modules/kb/editor/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { EndsIn } from '../../features/editing/publish/status.tsx';

interface StateProps {
  leaf: Pick<KbLeaf, 'status' | 'has_unpublished_changes' | 'unpublish_at'>;
  /** Shows no badge for live articles without unpublished changes. */
  isQuiet?: boolean;
}

/** The publication state of an article. */
export function StateBadge({ leaf, isQuiet = false }: StateProps) {
  return (
    <>
      <State leaf={leaf} isQuiet={isQuiet} />
      <EndsIn at={leaf.unpublish_at} />
    </>
  );
}

function State({ leaf, isQuiet }: Required<StateProps>) {
  const { status, has_unpublished_changes } = leaf;
  if (status === 'draft') return <Badge>Draft</Badge>;
  if (status === 'archived') return <Badge>Archived</Badge>;
  if (status === 'scheduled') return <Badge tone="note">Scheduled</Badge>;
  if (has_unpublished_changes) return <Badge tone="warn">Live, changed</Badge>;
  return isQuiet ? null : <Badge tone="good">Live</Badge>;
}

/** Shown for live articles only, because drafts have no review date. */
export function FreshnessBadge({ leaf }: { leaf: Pick<KbLeaf, 'status' | 'freshness'> }) {
  if (leaf.status !== 'published') return null;
  if (leaf.freshness === 'stale') return <Badge tone="bad">Stale</Badge>;
  return leaf.freshness === 'aging' ? <Badge tone="warn">Due soon</Badge> : null;
}
