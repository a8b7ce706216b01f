import type { AuditAction, AuditEntry } from '../../contract/events/audit-actions.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkNeed, type MemberContext, respond, type RouteResponse } from '../../core/http/index.ts';
import type { ReleaseContext, Tx } from '../../core/context/index.ts';
import {
  decidedReview,
  type NewNotification,
  notifyMembers,
  requestedReview,
} from '../../lifecycle/index.ts';
import { noteActivity, writeProject } from '../../projects/index.ts';
import { auditedItem, loadReviewItem, reviewNeed, type ReviewItem } from './items.ts';
import { findPeople, findReaderIds, findReviewers, personOf, readReviewers } from './people.ts';
import { storeReview } from './repository.ts';
import type { RequestReview, Review, ReviewerList } from './schema.ts';
import { serializeReview } from './serialize.ts';

type ReviewContext = MemberContext & ReleaseContext;

/** The review of an item; its `state` is null without one. @throws unknown_entry and its counterparts, role_required */
export async function readReview(context: ReviewContext, itemId: string): Promise<Review> {
  return withPeople(context, await loadReviewItem(context, itemId, 'read'));
}

/** The members who can review an item for the caller. @throws unknown_entry and its counterparts, role_required */
export async function listItemReviewers(context: ReviewContext, itemId: string): Promise<ReviewerList> {
  return { data: await findReviewers(context, await loadReviewItem(context, itemId, 'read')) };
}

/**
 * Requests a review of an item's draft, and replaces the previous review.
 * @throws unknown_entry and its counterparts, role_required, nothing_to_review, invalid_field_value
 */
export async function requestReview(
  context: ReviewContext,
  itemId: string,
  { reviewers: reviewerIds = [], note = null }: RequestReview,
): Promise<Review> {
  const item = await writeProject(context, async (tx) => {
    const before = await loadReviewItem(tx, itemId, 'draft');
    if (!before.hasChanges) throw apiError('nothing_to_review', {});
    const reviewers = await readReviewers(tx, before, reviewerIds);
    const review = requestedReview(personOf(tx), { reviewers, note, now: tx.now });
    await storeReview(tx.db, before, review);
    const to = reviewers.length > 0 ? reviewers : await findReviewers(tx, before);
    await noteReview(tx, before, { about: 'review_requested', to: to.map(({ id }) => id) });
    return tx.stored(auditedReview(tx, before, 'review.requested'), { ...before, review });
  });
  return withPeople(context, item);
}

/** A decision about the draft with this revision. */
interface Decision {
  state: 'approved' | 'returned';
  revision: number;
  note: string | null;
}

/**
 * Approves a draft or sends it back, with or without a request. Of two decisions the later one stays.
 * @throws unknown_entry and its counterparts, role_required, revision_conflict, nothing_to_review, own_change
 */
export async function decideOnReview(
  context: ReviewContext,
  itemId: string,
  { state, revision, note }: Decision,
): Promise<Review> {
  const item = await writeProject(context, async (tx) => {
    const before = await loadReviewItem(tx, itemId, 'publish');
    const { revision: current } = before;
    if (revision !== current) throw apiError('revision_conflict', { current }, { current_revision: current });
    if (!before.hasChanges) throw apiError('nothing_to_review', {});
    const review = decidedReview(before, personOf(tx), { state, note, now: tx.now });
    await storeReview(tx.db, before, review);
    const requesters = await findReaderIds(tx.db, before, review.requested_by);
    await noteReview(tx, before, { about: `review_${state}`, to: requesters });
    return tx.stored(auditedReview(tx, before, `review.${state}`), { ...before, review });
  });
  return withPeople(context, item);
}

/** Removes a review: by the member who requested it, or anyone who can publish. @throws role_required */
export async function removeReview(context: ReviewContext, itemId: string): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    const before = await loadReviewItem(tx, itemId, 'read');
    if (before.review === undefined) return tx.unchanged();
    const isRequester = before.review.requested_by?.id === tx.person.id;
    if (!isRequester) checkNeed(tx.caller, reviewNeed(before, 'publish'));
    await storeReview(tx.db, before, null);
    await noteActivity(tx, 'reviews');
    return tx.stored(auditedReview(tx, before, 'review.removed'));
  });
  return respond(null, { status: 204 });
}

/** Reports a changed review, and notifies members. */
async function noteReview(
  tx: Tx<ReviewContext>,
  { subject }: ReviewItem,
  notification: Pick<NewNotification, 'about' | 'to'>,
): Promise<void> {
  await noteActivity(tx, 'reviews');
  await notifyMembers(tx, { ...notification, item: subject, releaseId: tx.release.id });
}

/** The audit row of a review, without its texts. */
function auditedReview(context: ReleaseContext, item: ReviewItem, action: AuditAction): AuditEntry {
  return { action, ...auditedItem(context, item.subject), revision: item.revision };
}

async function withPeople(context: ReviewContext, item: ReviewItem): Promise<Review> {
  return serializeReview(context, item, await findPeople(context.db, item.contributors ?? []));
}
