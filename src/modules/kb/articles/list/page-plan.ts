/** One container of the editorial order: a section, or a collection for its articles without one. */
export interface ArticleContainer {
  id: string;
  /** How many articles on it readers can see. */
  count: number;
}

/** Articles of one container that stand on a page. */
export interface ContainerSlice {
  shelf: string;
  skip: number;
  take: number;
  /** Whether the page holds the container from end to end. */
  isWhole: boolean;
}

/** Finds which part of which container stands on the page; containers come in editorial order. */
export function planPage(
  shelves: readonly ArticleContainer[],
  offset: number,
  limit: number,
): ContainerSlice[] {
  const slices: ContainerSlice[] = [];
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
