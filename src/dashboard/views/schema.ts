import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;

/** The list that a view is of: `content/recipe`, `blog` or `kb`. */
const List = Type.String({
  pattern: '^(content/[a-z0-9_-]{1,120}|blog|kb)$',
  description: 'content/ with the slug of a type, blog or kb',
});
const Name = Type.String({ 'x-nfc': true, minLength: 1, maxLength: 80, pattern: '\\S' });
/** Status, words, filters and order, as the address of the list has them. */
const Search = Type.Record(
  Type.String({ minLength: 1, maxLength: 200 }),
  Type.String({ maxLength: limits.filter_chars_max }),
  { maxProperties: limits.filters_max + 5 },
);
/** Keys of the columns that are shown, in their order; null leaves them to the person who looks. */
const Columns = Nullable(
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: limits.fields_per_type_max }),
);

/** A saved view as it is stored. */
export interface ViewRecord {
  _id: string;
  list: string;
  name: string;
  search: Record<string, string>;
  columns: string[] | null;
  shared: boolean;
  owner: { id: string; name: string };
  created_at: Date;
}

export const SavedView = Type.Object(
  {
    id: Type.String(),
    list: Type.String(),
    name: Type.String(),
    search: Search,
    columns: Columns,
    shared: Type.Boolean(),
    owner: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    /** Whether the person who asks may rename, share and remove it. */
    may_change: Type.Boolean(),
    created_at: Timestamp,
  },
  { $id: 'SavedView', ...closed },
);
export type SavedView = Static<typeof SavedView>;

/** A person's own views of a list and those that others share, by name. */
export const SavedViewList = Type.Object(
  { data: Type.Array(SavedView) },
  { $id: 'SavedViewList', ...closed },
);
export type SavedViewList = Static<typeof SavedViewList>;

export const ViewQuery = Type.Object({ list: List }, closed);

export const CreateView = Type.Object(
  { list: List, name: Name, search: Search, columns: Columns, shared: Type.Boolean() },
  { $id: 'CreateView', ...closed },
);
export type CreateView = Static<typeof CreateView>;

/** What is left out stays. */
export const ChangeView = Type.Partial(Type.Omit(CreateView, ['list']), { $id: 'ChangeView', ...closed });
export type ChangeView = Static<typeof ChangeView>;
