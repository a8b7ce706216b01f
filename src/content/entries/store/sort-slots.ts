import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldKindOf } from '../../fields/kinds.ts';

/** Slots for sort keys in an entry, each with an index of its own (docs/architecture/decisions/0030-sort-slots.md). */
export const sortSlotNames: readonly string[] = Array.from({ length: 24 }, (_, i) => `s${i}`);

/** The place that one field of a type has for its sort keys. */
export interface SortSlot {
  /** The storage key of the field. */
  key: string;
  /** One of `sortSlotNames`. */
  slot: string;
  /** Whether every entry has its key there; until then lists by the field are sorted in memory. */
  ready: boolean;
}

/**
 * Gives each sortable field a slot, in the order of the fields, as long as there are any. A field that has one keeps
 * it, also while a removed field's values are being cleared (`removedKeys`): its index is not clean before.
 *
 * @param isFilled - whether the entries that are there have nothing to add to a slot that is given again.
 */
export function assignSlots(
  before: readonly SortSlot[],
  { fields, removedKeys }: { fields: readonly Field[]; removedKeys: readonly string[] },
  isFilled: boolean,
): SortSlot[] {
  const sortable = fields.filter((field) => fieldKindOf(field).sortKey !== undefined).map(storageKey);
  const kept = before.filter(({ key }) => sortable.includes(key) || removedKeys.includes(key));
  const free = sortSlotNames.filter((name) => kept.every(({ slot }) => slot !== name));
  const waiting = sortable.filter((wanted) => kept.every(({ key }) => key !== wanted));
  const given = waiting
    .slice(0, free.length)
    .map((key, i) => ({ key, slot: free[i] ?? '', ready: isFilled }));
  return [...kept, ...given];
}
