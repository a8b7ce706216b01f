import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;

/** The list of a view: `content/recipe`, `blog` or `kb`. */
const List = Type.String({
  pattern: '^(content/[a-z0-9_-]{1,120}|blog|kb)$',
  description: 'content/ with the slug of a type, blog or kb',
});
const Name = Type.String({ 'x-nfc': true, minLength: 1, maxLength: 80, pattern: '\\S' });
/** Status, search text, filters and sort order, as in the URL of the list. */
const Search = Type.Record(
  Type.String({ minLength: 1, maxLength: 200 }),
  Type.String({ maxLength: limits.filter_chars_max }),
  { maxProperties: limits.filters_max + 5 },
);
/** Keys of the shown columns, in order; null uses the columns of the person who opens the view. */
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
    /** Whether the person may rename, share and remove the view. */
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

/** Omitted fields keep their values. */
export const ChangeView = Type.Partial(Type.Omit(CreateView, ['list']), { $id: 'ChangeView', ...closed });
export type ChangeView = Static<typeof ChangeView>;
