/** A container in editorial order: a section, or a collection for its articles without one. */
export interface ArticleContainer {
  id: string;
  /** The number of its articles that readers see. */
  count: number;
}

/** The articles of a container that are on a page. */
export interface ContainerSlice {
  shelf: string;
  skip: number;
  take: number;
  /** Whether the page contains the whole container. */
  isWhole: boolean;
}

/** Returns the parts of containers that are on the page; `shelves` are in editorial order. */
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
