import type { Field, RemovedField } from '../../fields/schema.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import type { Facet } from '../../fields/kind.ts';
import type { PublishedSnapshot, StayPath } from '../../../lifecycle/index.ts';
import type { SortSlot } from './sort-slots.ts';

/** Values of an entry in stored form, by storage key; an empty field is absent. */
export type EntryValues = Record<string, unknown>;

/** What of a type decides what is derived. */
export interface EntryShape {
  readonly slug: string;
  readonly fields: readonly Field[];
  /** Removed fields whose values may be restored. */
  readonly removed?: readonly RemovedField[];
  /** The blocks that may stand in its fields. */
  readonly blocks: BlockShapes;
  readonly sort_slots: readonly SortSlot[];
}

/** A filterable value of the live snapshot, by storage key. */
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
  /**
   * Every id that any snapshot points at, and those of the live one alone. `refs` has `~ent_1` for an id that only a
   * removed field has.
   */
  refs: string[];
  live_refs: string[];
  /** `key=value` (the storage key) of the fields that are unique in the release; absent when there is none. */
  uniques?: string[];
  /**
   * What blocks of any snapshot, at any depth, hold their definitions to; absent when there is none: `hero` for each
   * block, `hero.tone=dark` for each choice, `hero.items=feature` and `page/sections=hero` for each block in a list, and
   * `~hero` for a block that only a removed field has.
   */
  block_uses?: string[];
  /** The draft differs from what is live in values of removed fields alone; absent otherwise. */
  equals_live?: true;
}

/** An entry as it is stored: draft and live snapshot in one document. */
export interface EntryRecord extends PublishedSnapshot<EntryValues>, DerivedFields {
  /** `<release>/<id>`: entry ids are the same in every release. */
  _id: string;
  id: string;
  type: string;
  /** The number of the project's write that made this state; absent in rows from before it was kept. Copies keep it. */
  write_seq?: number;
  /** Of an entry whose end alone was changed since that write: what `revision` and `updated_at` were then. */
  state_of?: { revision: number; updated_at: Date };
}

/** An entry as another entry that refers to it shows it. */
export type ReferenceTarget = Pick<
  EntryRecord,
  'id' | 'type' | 'live' | StayPath | 'published_at' | 'live_updated_at' | 'updated_at'
>;
