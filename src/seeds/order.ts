/** The items, each after everything that it needs, or the first cycle that prevents this. */
export type DependencyOrder<T> = { items: T[]; cycle: null } | { items: null; cycle: string[] };

/**
 * Sorts items after what they need and otherwise keeps their order. An item can need itself; unknown names
 * are ignored.
 */
export function sortByDependencies<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  needsOf: (item: T) => readonly string[],
): DependencyOrder<T> {
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  const sortedItems = new Set<T>();
  const path: string[] = [];

  /** Returns a cycle if `item` needs itself through other items. */
  function visit(item: T): string[] | null {
    if (sortedItems.has(item)) return null;
    const name = nameOf(item);
    const start = path.indexOf(name);
    if (start !== -1) return [...path.slice(start), name];
    path.push(name);
    for (const need of needsOf(item)) {
      const neededItem = need === name ? undefined : byName.get(need);
      const cycle = neededItem === undefined ? null : visit(neededItem);
      if (cycle !== null) return cycle;
    }
    path.pop();
    sortedItems.add(item);
    return null;
  }

  for (const item of items) {
    const cycle = visit(item);
    if (cycle !== null) return { items: null, cycle };
  }
  return { items: [...sortedItems], cycle: null };
}
