import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import { reviewStates, type ReviewState } from '../../contract/reviews.ts';

const closed = { additionalProperties: false } as const;

export const ReviewPerson = Type.Object({ id: Type.String(), name: Type.String() }, closed);
export type ReviewPerson = Static<typeof ReviewPerson>;

export const ReviewStateName = Type.Union(
  reviewStates.map((state) => Type.Literal(state)),
  { description: `one of ${reviewStates.join(', ')}` },
);

/** The review of an item, as its row contains it. Notes are never part of a response of the API, event or log. */
export interface ReviewRecord {
  state: ReviewState;
  /** Whether the draft changed after the request or decision; changing it back doesn't reset this. */
  outdated: boolean;
  /** Null if the item was decided on without a request. */
  requested_by: ReviewPerson | null;
  requested_at: Date | null;
  /** Empty for everyone who can approve. */
  reviewers: readonly ReviewPerson[];
  note: string | null;
  decided_by: ReviewPerson | null;
  decided_at: Date | null;
  decision_note: string | null;
  /** The time of the request or decision; lists are sorted by it. */
  at: Date;
}

/** The keys of an item that reviews need. Both are absent if they are not used. */
export interface Reviewed {
  review?: ReviewRecord;
  /** Ids of the members who changed the draft since it was last published. */
  contributors?: readonly string[];
}

/** The review in rows of lists and in editors. */
export const ItemReview = Nullable(
  Type.Object(
    {
      state: ReviewStateName,
      outdated: Type.Boolean(),
      requested_by: Nullable(ReviewPerson),
      reviewers: Type.Array(ReviewPerson),
    },
    closed,
  ),
);
export type ItemReview = Static<typeof ItemReview>;

export function itemReview({ review }: Reviewed): ItemReview {
  if (review === undefined) return null;
  const { state, outdated, requested_by, reviewers } = review;
  return { state, outdated, requested_by, reviewers: [...reviewers] };
}
