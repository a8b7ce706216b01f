import type { Field } from '../fields/schema.ts';
import type { Facet } from '../fields/service.ts';
import type { PublishedSnapshot } from '../publishing/schema.ts';
import type { SortSlot } from './sort-slots.ts';

/** Values of an entry in stored form, by field key; an empty field is absent. */
export type EntryValues = Record<string, unknown>;

/** What of a type decides what is derived. */
export interface EntryShape {
  readonly fields: readonly Field[];
  readonly sort_slots: readonly SortSlot[];
}

/** A filterable value of the live snapshot. */
export interface FacetRow {
  k: string;
  v: Facet;
}

/** What is derived from an entry's snapshots so that questions about it are index reads (specification: visible-at). */
export interface DerivedFields {
  /** Of the live snapshot. */
  facets: FacetRow[];
  /** Sort keys of the live snapshot, by slot; null where the field is empty. */
  sorts: Record<string, Facet | null>;
  /** Every id that the draft or the live snapshot points at, and those of the live one alone. */
  refs: string[];
  live_refs: string[];
  /** `key=value` of the fields that are unique in the release; absent when there is none. */
  uniques?: string[];
}

/** An entry as it is stored: draft and live snapshot in one document. */
export interface EntryRecord extends PublishedSnapshot<EntryValues>, DerivedFields {
  /** `<release>/<id>`: entry ids are the same in every release. */
  _id: string;
  id: string;
  type: string;
  /** The number of the project's write that made this state; absent in rows from before it was kept. Copies keep it. */
  write_seq?: number;
}
