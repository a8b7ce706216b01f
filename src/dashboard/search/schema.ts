import { type Static, Type } from '@sinclair/typebox';
import { SearchItem, type SearchKind } from '../../contract/search.ts';

const closed = { additionalProperties: false } as const;

/** Maximum length of a search, and the maximum and default number of results. */
export const searchLimits = { queryChars: 200, resultsMax: 50, resultsDefault: 20 } as const;

/** Characters of a folded title in the index: as many as the longest search can have, and some more. */
export const titleKeyChars = 500;

/** An item in the search index, built from the row that contains the item. */
export interface SearchRecord {
  /** `<collection>/<_id of the item's row>` */
  _id: string;
  /** The release of an entry; `-` for items outside of releases. */
  release: string;
  kind: SearchKind;
  id: string;
  type: string | null;
  /** The start of the title as it is shown. */
  title: string;
  /** The start of the folded title. */
  title_key: string;
  title_words: string[];
  /** The folded words of all texts, with those of the title. */
  words: string[];
  /** Words that `words` doesn't contain (contract/text/words.ts). */
  more_words: string | null;
  /** The start of the texts without the title, for excerpts. */
  text: string;
  updated_at: Date;
}

export const SearchQuery = Type.Object(
  {
    q: Type.String({ 'x-nfc': true, minLength: 1, maxLength: searchLimits.queryChars }),
    /** Kinds, separated by commas. */
    kind: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: searchLimits.resultsMax })),
  },
  closed,
);
export type SearchQuery = Static<typeof SearchQuery>;

export const SearchResults = Type.Object(
  {
    data: Type.Array(SearchItem),
    meta: Type.Object({ limit: Type.Integer(), has_more: Type.Boolean() }, closed),
  },
  { $id: 'SearchResults', ...closed },
);
export type SearchResults = Static<typeof SearchResults>;

/** The items that the member changed last. */
export const RecentItems = Type.Object({ data: Type.Array(SearchItem) }, { $id: 'RecentItems', ...closed });
export type RecentItems = Static<typeof RecentItems>;
