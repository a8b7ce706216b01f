import type { Field, RemovedField } from '../../fields/schema.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import type { Facet } from '../../fields/kind.ts';
import type {
  LocaleKeys,
  PublishableItem,
  TranslationKeys,
  VisiblePeriodPath,
} from '../../../lifecycle/index.ts';
import type { SortSlot } from './sort-slots.ts';

/** Values of an entry in stored form, by storage key; an empty field is absent. */
export type EntryValues = Record<string, unknown>;

/** The part of a type that decides the derived fields. */
export interface EntryShape {
  readonly slug: string;
  readonly fields: readonly Field[];
  /** Removed fields whose values may be restored. */
  readonly removed?: readonly RemovedField[];
  /** The blocks that its fields can contain. */
  readonly blocks: BlockShapes;
  readonly sort_slots: readonly SortSlot[];
}

/** A filterable value of the live snapshot, by storage key. */
export interface FacetRow {
  k: string;
  v: Facet;
}

/** Keys that are derived from an entry's snapshots, so that queries read an index (specification: visible-at). */
export interface DerivedFields {
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
   * The definitions that blocks of any snapshot depend on; absent without blocks: `hero` for each block,
   * `hero.tone=dark` for each choice, `hero.items=feature` and `page/sections=hero` for each block in a list, `~hero`
   * if only a removed field contains the block.
   */
  block_uses?: string[];
  /** Present if the draft differs from the live version only in values of removed fields. */
  equals_live?: true;
}

/** An entry as it is stored: draft and live snapshot in one document. */
export interface EntryRecord extends PublishableItem<EntryValues>, DerivedFields, LocaleKeys {
  /** `<release>/<id>`: entry ids are the same in every release. */
  _id: string;
  id: string;
  type: string;
  /**
   * The number of the project's write that stored this state; absent in rows of earlier versions. Copies have the same
   * number.
   */
  write_seq?: number;
  /**
   * `revision` and `updated_at` of the last write that changed more than the end; absent if no later write changed only
   * the end.
   */
  state_of?: { revision: number; updated_at: Date };
  translation?: TranslationKeys;
}

/** The part of an entry that responses of referring entries contain. */
export type ReferenceTarget = Pick<
  EntryRecord,
  'id' | 'type' | 'live' | VisiblePeriodPath | 'published_at' | 'live_updated_at' | 'updated_at'
> & {
  /** Of rows of a locale: when their values have to be derived again. */
  valid_until?: Date;
  basis?: string;
};
