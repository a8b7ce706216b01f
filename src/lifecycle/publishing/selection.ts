import { isHidden, isVisible, type VisiblePeriod } from './due/ends.ts';

/** What a bulk change selects: the items with these ids, or for null all items of a list, at most `max`. */
export interface Selection {
  ids: readonly string[] | null;
  max: number;
}

/** A selected item, with the dates between which readers see it. */
export type SelectedItem = VisiblePeriod & { id: string };

/** How many of the items readers see, how many they will see, and how many are drafts. */
export function countStates(items: readonly SelectedItem[], now: Date) {
  const live = items.filter((item) => isVisible(item, now)).length;
  const drafts = items.filter((item) => isHidden(item, now)).length;
  return { total: items.length, live, scheduled: items.length - live - drafts, drafts };
}
