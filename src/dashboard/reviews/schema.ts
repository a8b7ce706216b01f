import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { reviewBounds } from '../../contract/reviews.ts';
import { ReviewPerson, ReviewStateName } from '../../lifecycle/index.ts';

const closed = { additionalProperties: false } as const;

/** Kinds of items that members review. */
const reviewedKinds = ['entry', 'blog_article', 'kb_article', 'release'] as const;

/** The review of an item; `state` is null without one. */
export const Review = Type.Object(
  {
    item: Type.Object(
      {
        kind: Type.Union(reviewedKinds.map((kind) => Type.Literal(kind))),
        id: Type.String(),
        /** The content type of an entry. */
        type: Nullable(Type.String()),
        title: Type.String(),
      },
      closed,
    ),
    state: Nullable(ReviewStateName),
    /** The revision of the item, which a decision has to name; of a release, a number that grows with each change in it. */
    revision: Type.Integer(),
    /** Whether the draft changed after the request or decision. */
    outdated: Type.Boolean(),
    requested_by: Nullable(ReviewPerson),
    requested_at: Nullable(Timestamp),
    /** Empty for everyone who can approve. */
    reviewers: Type.Array(ReviewPerson),
    note: Nullable(Type.String()),
    decided_by: Nullable(ReviewPerson),
    decided_at: Nullable(Timestamp),
    decision_note: Nullable(Type.String()),
    /** Members who changed the draft since it was last published, or the release since it was cloned or the default. */
    contributors: Type.Array(ReviewPerson),
    /** Whether the member who reads this can approve the draft. */
    can_approve: Type.Boolean(),
  },
  { $id: 'Review', ...closed },
);
export type Review = Static<typeof Review>;

export const ReviewList = Type.Object(
  { data: Type.Array(Review), meta: ListMeta },
  { $id: 'ReviewList', ...closed },
);
export type ReviewList = Static<typeof ReviewList>;

export const ReviewerList = Type.Object(
  { data: Type.Array(ReviewPerson) },
  { $id: 'ReviewerList', ...closed },
);
export type ReviewerList = Static<typeof ReviewerList>;

const me = Type.Literal('me', { description: 'me' });

/** `for=me`: requests that the member can approve, and the member's own ones that were returned. `by=me`: own requests. */
export const ReviewQuery = Type.Object(
  {
    state: Type.Optional(ReviewStateName),
    for: Type.Optional(me),
    by: Type.Optional(me),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String()),
  },
  closed,
);
export type ReviewQuery = Static<typeof ReviewQuery>;

const note = Type.String({ 'x-nfc': true, minLength: 1, maxLength: reviewBounds.noteChars, pattern: '\\S' });

export const RequestReview = Type.Object(
  {
    /** Ids of members who can approve; empty for everyone who can. */
    reviewers: Type.Optional(
      Type.Array(Type.String(), { maxItems: reviewBounds.reviewers, uniqueItems: true }),
    ),
    note: Type.Optional(Nullable(note)),
  },
  { $id: 'RequestReview', ...closed },
);
export type RequestReview = Static<typeof RequestReview>;

export const ApproveReview = Type.Object(
  { revision: Type.Integer(), note: Type.Optional(Nullable(note)) },
  { $id: 'ApproveReview', ...closed },
);

export const ReturnReview = Type.Object(
  { revision: Type.Integer(), note },
  { $id: 'ReturnReview', ...closed },
);
