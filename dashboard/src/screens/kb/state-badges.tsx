import type { KbLeaf } from '../../../../src/kb/desk/schema.ts';
import { Badge } from '../../components/badge.tsx';

/** How an article stands with readers; what is live and as it should be needs no word in the tree. */
export function StateBadge({ leaf }: { leaf: Pick<KbLeaf, 'status' | 'has_unpublished_changes'> }) {
  const { status, has_unpublished_changes } = leaf;
  if (status === 'draft') return <Badge>Draft</Badge>;
  if (status === 'archived') return <Badge>Archived</Badge>;
  if (status === 'scheduled') return <Badge tone="note">Scheduled</Badge>;
  return has_unpublished_changes ? <Badge tone="warn">Live, changed</Badge> : <Badge tone="good">Live</Badge>;
}

/** Only what readers see can be stale. */
export function FreshnessBadge({ leaf }: { leaf: Pick<KbLeaf, 'status' | 'freshness'> }) {
  if (leaf.status !== 'published') return null;
  if (leaf.freshness === 'stale') return <Badge tone="bad">Stale</Badge>;
  return leaf.freshness === 'aging' ? <Badge tone="warn">Due soon</Badge> : null;
}
