import { apiError } from '../../contract/errors/api-error.ts';
import type { Caller } from '../../core/context/index.ts';
import type { Reviewed, ReviewPerson, ReviewRecord } from './schema.ts';

/** Stored contributors of an item; more change no decision, because only a single contributor can't approve. */
const contributorsMax = 50;

/** The item without the keys of its review. */
export function withoutReview<S extends object>(item: S): Omit<S, keyof Reviewed> {
  const { review: _review, contributors: _contributors, ...rest } = item as S & Reviewed;
  return rest;
}

/** What a write did to a draft. */
interface DraftWrite {
  caller: Pick<Caller, 'kind' | 'keyId'> | null;
  isDraftChanged: boolean;
  /** Whether the draft differs from what readers see, or will see on a date. */
  hasChanges: boolean;
}

/**
 * The review and the contributors of an item after a write. Both end when nothing is left to review, such as after a
 * publication.
 */
export function reviewAfter(before: Reviewed, { caller, isDraftChanged, hasChanges }: DraftWrite): Reviewed {
  if (!hasChanges) return {};
  const { review, contributors = [] } = before;
  const isNewContributor = isDraftChanged && caller?.kind === 'user' && !contributors.includes(caller.keyId);
  const after = isNewContributor ? [...contributors, caller.keyId].slice(0, contributorsMax) : contributors;
  return {
    ...(review === undefined ? {} : { review: isDraftChanged ? { ...review, outdated: true } : review }),
    ...(after.length === 0 ? {} : { contributors: after }),
  };
}

/** The review and the contributors of an item after a deleted locale of it was restored as a draft. */
export function reviewAfterRestore(before: Reviewed, caller: DraftWrite['caller']): Reviewed {
  return reviewAfter(before, { caller, isDraftChanged: true, hasChanges: true });
}

/** The contributors of a restored item, without its review: the deletion ended it. */
export function contributorsAfterRestore(
  { contributors = [] }: Reviewed,
  caller: DraftWrite['caller'],
): Pick<Reviewed, 'contributors'> {
  return reviewAfterRestore({ contributors }, caller);
}

/** Whether the draft, as it is, has an approval. */
export function isApproved({ review }: Reviewed): boolean {
  return review?.state === 'approved' && !review.outdated;
}

/** Whether a member wrote the draft alone, or requested its current review. Someone else must approve it. */
export function isOwnChange({ review, contributors = [] }: Reviewed, memberId: string): boolean {
  const isOnlyContributor = contributors.length === 1 && contributors[0] === memberId;
  return isOnlyContributor || review?.requested_by?.id === memberId;
}

/** A new request for a review, which replaces the previous review. */
export function requestedReview(
  by: ReviewPerson,
  { reviewers, note, now }: { reviewers: readonly ReviewPerson[]; note: string | null; now: Date },
): ReviewRecord {
  return {
    ...{ state: 'requested', outdated: false, requested_by: by, requested_at: now, reviewers, note },
    ...{ decided_by: null, decided_at: null, decision_note: null, at: now },
  };
}

interface Decision {
  state: 'approved' | 'returned';
  note: string | null;
  now: Date;
}

/** The review after a decision. @throws own_change */
export function decidedReview(
  item: Reviewed,
  by: ReviewPerson,
  { state, note, now }: Decision,
): ReviewRecord {
  if (state === 'approved' && isOwnChange(item, by.id)) throw apiError('own_change', {});
  const request = item.review ?? requestedReview(by, { reviewers: [], note: null, now });
  const requester = item.review === undefined ? { requested_by: null, requested_at: null } : {};
  return {
    ...{ ...request, ...requester, state, outdated: false },
    ...{ decided_by: by, decided_at: now, decision_note: note, at: now },
  };
}
