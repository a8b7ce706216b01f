import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../../contract/listing.ts';
import { offsetParameter } from '../../../contract/paging.ts';
import { type Freshness, freshnessStates } from '../freshness.ts';
import { ContainerRef } from '../structure/schema.ts';

const closed = { additionalProperties: false } as const;
const FreshnessValue = Type.Unsafe<Freshness>({ type: 'string', enum: [...freshnessStates] });

const articleKeys = {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  /** The code of the locale of the title, if the title is neither of the locale of the list nor of its fallbacks. */
  title_locale: Type.Optional(Type.String()),
  status: Type.Unsafe<'draft' | 'scheduled' | 'published' | 'archived'>({
    type: 'string',
    enum: ['draft', 'scheduled', 'published', 'archived'],
  }),
  has_unpublished_changes: Type.Boolean(),
  /** When readers stop seeing it; absent without an end. */
  unpublish_at: Type.Optional(Timestamp),
  updated_at: Timestamp,
  /** The draft's section, or its collection if it has no section. */
  shelf: Type.String(),
  freshness: FreshnessValue,
  last_reviewed_at: Nullable(Timestamp),
  review_due_at: Timestamp,
};

/** An article in the tree. */
export const KbOutlineArticle = Type.Object(articleKeys, { $id: 'KbOutlineArticle', ...closed });
export type KbOutlineArticle = Static<typeof KbOutlineArticle>;

const containerKeys = {
  ...ContainerRef.properties,
  /** Articles that readers see there. */
  article_count: Type.Integer(),
  /** Articles in any state; a collection includes those of its sections. */
  stored_count: Type.Integer(),
};
const OutlineSection = Type.Object(containerKeys, closed);

/** The whole knowledge base for editors: containers and articles in any state, in order. */
export const KbOutline = Type.Object(
  {
    data: Type.Array(Type.Object({ ...containerKeys, sections: Type.Array(OutlineSection) }, closed)),
    articles: Type.Array(KbOutlineArticle),
    /** Whether there are more articles than the response contains. */
    has_more: Type.Boolean(),
  },
  { $id: 'KbOutline', ...closed },
);
export type KbOutline = Static<typeof KbOutline>;

/** Moves a collection, a section or an article in the manual order. */
export const MoveInKb = Type.Object(
  {
    id: Type.String(),
    /**
     * The new parent: a collection for sections, a section or collection for articles. Omitted: the current
     * one.
     */
    into: Type.Optional(Type.String()),
    /** The sibling after the new position; null for the end. */
    before: Nullable(Type.String()),
  },
  { $id: 'MoveInKb', ...closed },
);
export type MoveInKb = Static<typeof MoveInKb>;

export const MovedInKb = Type.Object(
  { id: Type.String(), position: Type.Integer() },
  { $id: 'MovedInKb', ...closed },
);
export type MovedInKb = Static<typeof MovedInKb>;

const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
  offset: offsetParameter,
};
const placedArticleKeys = { ...articleKeys, collection: ContainerRef, section: Nullable(ContainerRef) };

export const KbReviewQuery = Type.Object(
  { freshness: FreshnessValue, ...paging },
  { $id: 'KbReviewQuery', ...closed },
);
export type KbReviewQuery = Static<typeof KbReviewQuery>;

/** Live articles with one freshness, by the date of their next review, and the number of each freshness. */
export const KbReviewList = Type.Object(
  {
    data: Type.Array(Type.Object({ ...placedArticleKeys, review_interval_days: Type.Integer() }, closed)),
    counts: Type.Object({ fresh: Type.Integer(), aging: Type.Integer(), stale: Type.Integer() }, closed),
    meta: ListMeta,
  },
  { $id: 'KbReviewList', ...closed },
);
export type KbReviewList = Static<typeof KbReviewList>;

export const voteOrders = ['worst', 'best', 'most'] as const;
export type VoteOrder = (typeof voteOrders)[number];

export const KbVotesQuery = Type.Object(
  {
    sort: Type.Optional(
      Type.Unsafe<VoteOrder>({
        type: 'string',
        enum: [...voteOrders],
        description: `one of ${voteOrders.join(', ')}`,
      }),
    ),
    ...paging,
  },
  { $id: 'KbVotesQuery', ...closed },
);
export type KbVotesQuery = Static<typeof KbVotesQuery>;

/** Articles with votes, in any state. */
export const KbVotesList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        { ...placedArticleKeys, helpful_count: Type.Integer(), not_helpful_count: Type.Integer() },
        closed,
      ),
    ),
    meta: ListMeta,
  },
  { $id: 'KbVotesList', ...closed },
);
export type KbVotesList = Static<typeof KbVotesList>;
