/** One shelf of the editorial order: a section, or a collection for its articles without one. */
export interface Shelf {
  id: string;
  /** How many articles on it readers can see. */
  count: number;
}

/** Articles of one shelf that stand on a page. */
export interface Slice {
  shelf: string;
  skip: number;
  take: number;
  /** Whether the page holds the shelf from end to end. */
  isWhole: boolean;
}

/** Finds which part of which shelf stands on the page; shelves come in editorial order. */
export function planPage(shelves: readonly Shelf[], offset: number, limit: number): Slice[] {
  const slices: Slice[] = [];
  let skip = offset;
  let missing = limit;
  for (const { id, count } of shelves) {
    if (missing === 0) break;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const take = Math.min(missing, count - skip);
    slices.push({ shelf: id, skip, take, isWhole: take === count });
    missing -= take;
    skip = 0;
  }
  return slices;
}
