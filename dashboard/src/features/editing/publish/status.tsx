import { useReleaseScope } from '../../../api/release-reach.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Time } from '../../../components/base/time.tsx';
import { OpenComments } from '../comments/open-comments.tsx';
import { ReviewBadge } from '../review/review-badge.tsx';
import type { EditedItem } from '../item.ts';

interface StatusBadgeProps {
  item: Pick<EditedItem, 'status' | 'has_unpublished_changes' | 'unpublish_at' | 'review' | 'open_comments'>;
  /** For lists: with the end date and the review. */
  isShort?: boolean;
}

/** The status of an item, in lists with its end date and review. */
export function StatusBadge({ item, isShort = false }: StatusBadgeProps) {
  if (!isShort) return <State item={item} />;
  return (
    <span className="status-badges">
      <State item={item} />
      <EndsIn at={item.unpublish_at} />
      <ReviewBadge review={item.review} />
      <OpenComments count={item.open_comments ?? 0} />
    </span>
  );
}

/** `ends in 3 days`; nothing without an end. */
export function EndsIn({ at }: { at: string | null | undefined }) {
  if (at == null) return null;
  return (
    <span className="ends-in">
      ends <Time value={at} />
    </span>
  );
}

function State({ item }: Pick<StatusBadgeProps, 'item'>) {
  const isInRelease = useReleaseScope() === 'inside';
  if (item.status === 'scheduled') return <Badge tone="note">Scheduled</Badge>;
  if (item.status === 'archived') return <Badge>Archived</Badge>;
  if (item.status === 'draft') return <Badge>Draft</Badge>;
  // Readers see entries that are published in a release only after its promotion.
  const name = isInRelease ? 'In release' : 'Live';
  if (!item.has_unpublished_changes) return <Badge tone={isInRelease ? 'note' : 'good'}>{name}</Badge>;
  return <Badge tone="warn">{`${name}, changed`}</Badge>;
}
