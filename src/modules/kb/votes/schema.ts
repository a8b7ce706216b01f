import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../../contract/listing.ts';

export interface VoteCounts {
  helpful: number;
  not_helpful: number;
}

/** One visitor's vote on one article. */
export interface VoteRecord {
  /** `<article>/<hash of the visitor>`: a second vote of the same visitor is the same row. */
  _id: string;
  article: string;
  helpful: boolean;
  voted_at: Date;
  /** Set where an address stands for the visitor: the row is useless once the day's salt is gone. */
  forget_at: Date | null;
}

/** What the votes on an article came to; `_id` is the article's id. */
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

/** A vote (specification: votes). `vote` is another way to write `helpful`; documents show the two apart. */
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
