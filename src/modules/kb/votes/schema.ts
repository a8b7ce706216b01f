import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../../contract/listing.ts';

export interface VoteCounts {
  helpful: number;
  not_helpful: number;
}

export interface VoteRecord {
  /**
   * `<article>/<hash of the visitor>`, in further locales `<article>/<locale>/<hash>`, so that a second vote replaces the
   * first.
   */
  _id: string;
  article: string;
  helpful: boolean;
  voted_at: Date;
  /** Set if the hash was made from an address: the row is useless after the day's salt is deleted. */
  forget_at: Date | null;
}

/** The vote totals of an article in a locale; `_id` is the article's id, in further locales `<article>/<locale>`. */
export interface VoteTotalsRecord extends VoteCounts {
  _id: string;
}

export interface SaltRecord {
  /** `<project>/<day>`. */
  _id: string;
  salt: string;
  forget_at: Date;
}

const closed = { additionalProperties: false } as const;
const helpful = Type.Boolean();
const vote = Type.Unsafe<'helpful' | 'not_helpful'>({ type: 'string', enum: ['helpful', 'not_helpful'] });
const visitor = {
  visitor_id: Type.Optional(
    Nullable(Type.String({ maxLength: 64, description: 'a text of at most 64 characters' })),
  ),
};

/** A vote (specification: votes). `vote` is an alternative to `helpful`; documents list them separately. */
export const CastVote = Type.Object(
  { helpful: Type.Optional(helpful), vote: Type.Optional(vote), ...visitor },
  {
    $id: 'CastVote',
    ...closed,
    'x-document': {
      type: undefined,
      properties: undefined,
      additionalProperties: undefined,
      oneOf: [Type.Object({ helpful, ...visitor }, closed), Type.Object({ vote, ...visitor }, closed)],
    },
  },
);
export type CastVote = Static<typeof CastVote>;

export const VoteResult = Type.Object(
  { slug: Type.String(), helpful_count: Type.Integer(), not_helpful_count: Type.Integer() },
  { $id: 'VoteResult', additionalProperties: false },
);
export type VoteResult = Static<typeof VoteResult>;
