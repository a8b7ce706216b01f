import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldKindOf } from '../../fields/kinds.ts';

/** Slots for sort keys in an entry, each with an index of its own (docs/architecture/decisions/0030-sort-slots.md). */
export const sortSlotNames: readonly string[] = Array.from({ length: 24 }, (_, i) => `s${i}`);

/** The slot of a field. */
export interface SortSlot {
  /** The storage key of the field. */
  key: string;
  /** One of `sortSlotNames`. */
  slot: string;
  /** Whether every entry has its key in the slot. Until then lists by the field are sorted in memory. */
  ready: boolean;
}

/**
 * Assigns a free slot to each sortable field, in field order. A field keeps its slot, also while a removed field's
 * values are being cleared (`removedKeys`), because its index is not clean before.
 * @param isFilled - whether existing entries need no key in a slot that is assigned again
 */
export function assignSlots(
  before: readonly SortSlot[],
  { fields, removedKeys }: { fields: readonly Field[]; removedKeys: readonly string[] },
  isFilled: boolean,
): SortSlot[] {
  const sortable = fields.filter((field) => fieldKindOf(field).sortKey !== undefined).map(storageKey);
  const currentSlots = before.filter(({ key }) => sortable.includes(key) || removedKeys.includes(key));
  const free = sortSlotNames.filter((name) => currentSlots.every(({ slot }) => slot !== name));
  const keysWithoutSlot = sortable.filter((sortableKey) =>
    currentSlots.every(({ key }) => key !== sortableKey),
  );
  const newSlots = keysWithoutSlot
    .slice(0, free.length)
    .map((key, i) => ({ key, slot: free[i] ?? '', ready: isFilled }));
  return [...currentSlots, ...newSlots];
}
