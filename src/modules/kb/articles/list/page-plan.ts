/** A section, or the articles of a collection that are in no section. */
export interface ArticleContainer {
  id: string;
  /** The number of its articles that readers see. */
  count: number;
}

/** The articles of a container that are on a page. */
export interface ContainerSlice {
  containerId: string;
  skip: number;
  take: number;
  /** Whether the page contains the whole container. */
  isWhole: boolean;
}

/** Returns the parts of containers that are on the page; `containers` are in editorial order. */
export function planPage(
  containers: readonly ArticleContainer[],
  offset: number,
  limit: number,
): ContainerSlice[] {
  const slices: ContainerSlice[] = [];
  let skip = offset;
  let remaining = limit;
  for (const { id, count } of containers) {
    if (remaining === 0) break;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const take = Math.min(remaining, count - skip);
    slices.push({ containerId: id, skip, take, isWhole: take === count });
    remaining -= take;
    skip = 0;
  }
  return slices;
}
