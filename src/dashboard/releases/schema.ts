import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { ReaderSummary } from '../../lifecycle/index.ts';

const closed = { additionalProperties: false } as const;

export const ChangesQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String()),
    /** Only items that changed in the default release too. */
    conflict: Type.Optional(Type.Literal(true, { description: 'true' })),
  },
  { $id: 'ReleaseChangesQuery', ...closed },
);
export type ChangesQuery = Static<typeof ChangesQuery>;

const Change = Type.Union([Type.Literal('added'), Type.Literal('changed'), Type.Literal('removed')]);

/** An item that promoting the release would change, for readers or only in drafts. */
const ListedChange = Type.Object(
  {
    kind: Type.Union([Type.Literal('entry'), Type.Literal('type'), Type.Literal('block')]),
    /** The id of an entry; the slug of a content type or block. */
    id: Type.String(),
    /** The content type of an entry. */
    type: Nullable(Type.String()),
    title: Type.String(),
    change: Change,
    /** What readers get; null if only drafts differ. */
    readers: Nullable(Change),
    /** The keys of the fields that differ, for what is changed. */
    fields: Type.Array(Type.String()),
    /** Whether it changed in the default release too. */
    conflict: Type.Boolean(),
    /** Whether the promotion takes a change of the default release from readers. */
    overwrites: Type.Boolean(),
    /** Who changed it last in this release, a member or an API key; null if that is unknown. */
    by: Nullable(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
    /** The URL of the first image of an entry; null without one. */
    image: Nullable(Type.String()),
    /** When it was changed last in this release; null if the release never contained it. */
    at: Nullable(Timestamp),
  },
  closed,
);
export type ListedChange = Static<typeof ListedChange>;

const ChangeListMeta = Type.Object(
  {
    ...ListMeta.properties,
    /** The content of the release that the list shows, which an approval has to name. */
    revision: Type.Integer(),
    /** The numbers of all changes, whatever the page and the filter. */
    summary: ReaderSummary,
  },
  closed,
);

/** Newest change first. */
export const ChangeList = Type.Object(
  { data: Type.Array(ListedChange), meta: ChangeListMeta },
  { $id: 'ReleaseChangeList', ...closed },
);
export type ChangeList = Static<typeof ChangeList>;

/** The promotion date of a release, with who set it. */
export const Promotion = Type.Object(
  {
    promote_at: Nullable(Timestamp),
    if_diverged: Nullable(Type.Union([Type.Literal('warn'), Type.Literal('refuse')])),
    set_by: Nullable(Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }, closed)),
  },
  { $id: 'ReleasePromotion', ...closed },
);
export type Promotion = Static<typeof Promotion>;
