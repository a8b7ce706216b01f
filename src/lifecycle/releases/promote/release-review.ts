import type { ProjectDb } from '../../../core/mongo/index.ts';
import { isApproved } from '../../review/review.ts';
import { updateRelease } from '../repository.ts';
import type { ReleaseRecord, ReleaseReview } from '../schema.ts';
import { Comparison, type ReleasePair } from './divergence.ts';

/** A number that grows with each change of a release's content. */
export function contentRevision({ content_seq = 0, base_seq = 0 }: ReleaseRecord): number {
  return Math.max(content_seq, base_seq);
}

/** The review of a release, outdated if the release changed after the request or decision. */
export function reviewOfRelease(release: ReleaseRecord): ReleaseReview | undefined {
  const { review } = release;
  return review && { ...review, outdated: review.revision !== contentRevision(release) };
}

/** Whether a release, as it is, has an approval. */
export function isReleaseApproved(release: ReleaseRecord): boolean {
  const review = reviewOfRelease(release);
  return review !== undefined && isApproved({ review });
}

/** Whether a promotion of the release would change anything. A release without writes of its own is compared. */
export async function hasReleaseChanges(db: ProjectDb, pair: ReleasePair): Promise<boolean> {
  const { content_seq = 0, base_seq = 0 } = pair.release;
  if (content_seq > base_seq) return true;
  return (await Comparison.of(db, pair)).hasDifferences();
}

/** Stores or removes the review of a release, inside a transaction that has read the release. */
export async function storeReleaseReview(
  db: ProjectDb,
  id: string,
  review: ReleaseReview | null,
): Promise<void> {
  if (review === null) await updateRelease(db, id, {}, ['review']);
  else await updateRelease(db, id, { review });
}
