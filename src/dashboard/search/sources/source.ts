import type { Document } from 'mongodb';
import type { SearchItem, SearchKind } from '../../../contract/search.ts';
import type { TypesBySlug } from '../../../content/index.ts';
import type { CollectionSpec, ProjectDb } from '../../../core/mongo/index.ts';

/** The keys that all searched rows have. */
export interface SourceRow {
  _id: string;
  updated_at: Date;
}

/** The searched texts of an item. */
export interface SearchedItem {
  kind: SearchKind;
  id: string;
  type: string | null;
  title: string;
  /** All texts, without the title. */
  texts: readonly string[];
}

/** The properties of a result that its row contains; the title and the type's name are read elsewhere. */
export type ListedItem = Pick<SearchItem, 'id' | 'slug' | 'status'>;

/** A collection whose rows the search finds. */
export interface SearchSource<R extends SourceRow = SourceRow> {
  readonly collection: CollectionSpec<R, ProjectDb>;
  readonly kinds: readonly SearchKind[];
  /** The key that contains an item's id. */
  readonly idKey: '_id' | 'id';
  /** The fields of a row that `listed` needs. */
  readonly listedFields: Document;
  /** Returns the texts of an item, or null if the search doesn't find it. */
  searched(row: R, types: TypesBySlug): SearchedItem | null;
  /** Returns what a list shows, or null if the item was deleted but its row is still stored. */
  listed(row: R, now: Date): ListedItem | null;
}
