import { type Static, Type } from '@sinclair/typebox';
import { anchorStates, commentBounds, threadFilters } from '../../contract/comments.ts';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { ReviewPerson } from '../../lifecycle/index.ts';

const closed = { additionalProperties: false } as const;

const CommentedItem = Type.Object(
  {
    kind: Type.Union([Type.Literal('entry'), Type.Literal('blog_article'), Type.Literal('kb_article')]),
    id: Type.String(),
    /** The content type of an entry. */
    type: Nullable(Type.String()),
    title: Type.String(),
  },
  closed,
);
export type CommentedItem = Static<typeof CommentedItem>;

const Quote = Type.Object({ exact: Type.String(), prefix: Type.String(), suffix: Type.String() }, closed);

const Anchor = Type.Object(
  {
    /** The key of a field of the item, or of the block; null for a whole block. */
    field: Nullable(Type.String()),
    block_id: Nullable(Type.String()),
    /** The code of the locale; absent for the default one. */
    locale: Type.Optional(Type.String()),
    quote: Nullable(Quote),
    /** How the anchor fits the current draft; null in lists without `item`, which read no drafts. */
    state: Nullable(Type.Union(anchorStates.map((state) => Type.Literal(state)))),
  },
  closed,
);
export type Anchor = Static<typeof Anchor>;

/** A member; the id is null in messages of another installation. */
const Author = Type.Object({ id: Nullable(Type.String()), name: Type.String() }, closed);

const Message = Type.Object(
  {
    id: Type.String(),
    by: Author,
    at: Timestamp,
    edited_at: Nullable(Timestamp),
    text: Type.String(),
    mentions: Type.Array(ReviewPerson),
  },
  closed,
);

export const Thread = Type.Object(
  {
    id: Type.String(),
    item: CommentedItem,
    /** The release in which the thread was started; null for articles. */
    release: Nullable(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
    /** Null for the whole item. */
    anchor: Nullable(Anchor),
    resolved: Type.Boolean(),
    resolved_by: Nullable(Author),
    resolved_at: Nullable(Timestamp),
    /** Whether the thread has messages that concern the member and that the member has not read. */
    unread: Type.Boolean(),
    created_at: Timestamp,
    /** Whether the member can resolve and reopen the thread. */
    can_resolve: Type.Boolean(),
    messages: Type.Array(Message),
  },
  { $id: 'CommentThread', ...closed },
);
export type Thread = Static<typeof Thread>;

export const ThreadList = Type.Object(
  { data: Type.Array(Thread), meta: ListMeta },
  { $id: 'CommentThreadList', ...closed },
);
export type ThreadList = Static<typeof ThreadList>;

export const CommentPeople = Type.Object(
  { data: Type.Array(ReviewPerson) },
  { $id: 'CommentPeople', ...closed },
);
export type CommentPeople = Static<typeof CommentPeople>;

/** `state` is `open` by default. `mine`: threads in which the member wrote or is mentioned. */
export const ThreadQuery = Type.Object(
  {
    item: Type.Optional(Type.String()),
    state: Type.Optional(
      Type.Union(
        threadFilters.map((state) => Type.Literal(state)),
        { description: `one of ${threadFilters.join(', ')}` },
      ),
    ),
    mine: Type.Optional(Type.Literal(true, { description: 'true' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String()),
  },
  closed,
);
export type ThreadQuery = Static<typeof ThreadQuery>;

export const PeopleQuery = Type.Object({ item: Type.String() }, closed);

const text = Type.String({
  'x-nfc': true,
  minLength: 1,
  maxLength: commentBounds.textChars,
  pattern: '\\S',
});
/** Ids of members who can read the item. */
const mentions = Type.Optional(
  Type.Array(Type.String(), { maxItems: commentBounds.mentions, uniqueItems: true }),
);
const context = Type.Optional(
  Type.String({ 'x-nfc': true, maxLength: commentBounds.quoteContextChars, default: '' }),
);

const AnchorInput = Type.Object(
  {
    field: Type.Optional(Nullable(Type.String())),
    block_id: Type.Optional(Nullable(Type.String())),
    locale: Type.Optional(Nullable(Type.String())),
    quote: Type.Optional(
      Nullable(
        Type.Object(
          {
            exact: Type.String({
              'x-nfc': true,
              minLength: 1,
              maxLength: commentBounds.quoteChars,
              pattern: '\\S',
            }),
            prefix: context,
            suffix: context,
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);
export type AnchorInput = Static<typeof AnchorInput>;

export const StartThread = Type.Object(
  { item: Type.String(), text, anchor: Type.Optional(Nullable(AnchorInput)), mentions },
  { $id: 'StartCommentThread', ...closed },
);
export type StartThread = Static<typeof StartThread>;

export const AddMessage = Type.Object({ text, mentions }, { $id: 'AddComment', ...closed });
export type AddMessage = Static<typeof AddMessage>;

export const ChangeThread = Type.Object(
  { resolved: Type.Boolean() },
  { $id: 'ChangeCommentThread', ...closed },
);

export const ChangeMessage = Type.Object({ text }, { $id: 'ChangeComment', ...closed });
