import type { KbOutlineArticle } from '../../../../src/modules/kb/editor/schema.ts';
import { Badge } from '../../components/base/badge.tsx';
import { EndsIn } from '../../features/editing/publish/status.tsx';

interface StateProps {
  article: Pick<KbOutlineArticle, 'status' | 'has_unpublished_changes' | 'unpublish_at'>;
  /** Shows no badge for live articles without unpublished changes. */
  isQuiet?: boolean;
}

/** The publication state of an article. */
export function StateBadge({ article, isQuiet = false }: StateProps) {
  return (
    <>
      <State article={article} isQuiet={isQuiet} />
      <EndsIn at={article.unpublish_at} />
    </>
  );
}

function State({ article, isQuiet }: Required<StateProps>) {
  const { status, has_unpublished_changes } = article;
  if (status === 'draft') return <Badge>Draft</Badge>;
  if (status === 'archived') return <Badge>Archived</Badge>;
  if (status === 'scheduled') return <Badge tone="note">Scheduled</Badge>;
  if (has_unpublished_changes) return <Badge tone="warn">Live, changed</Badge>;
  return isQuiet ? null : <Badge tone="good">Live</Badge>;
}

/** Shown for live articles only, because drafts have no review date. */
export function FreshnessBadge({ article }: { article: Pick<KbOutlineArticle, 'status' | 'freshness'> }) {
  if (article.status !== 'published') return null;
  if (article.freshness === 'stale') return <Badge tone="bad">Stale</Badge>;
  return article.freshness === 'aging' ? <Badge tone="warn">Due soon</Badge> : null;
}
