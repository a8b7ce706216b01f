/** The items, each after everything that it needs, or the first cycle that prevents this. */
export type Ordered<T> = { items: T[]; loop: null } | { items: null; loop: string[] };

/**
 * Sorts items after what they need and otherwise keeps their order. An item can need itself; unknown names
 * are ignored.
 */
export function orderByNeed<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  needsOf: (item: T) => readonly string[],
): Ordered<T> {
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  const done = new Set<T>();
  const trail: string[] = [];

  /** Returns a cycle if `item` needs itself through other items. */
  function place(item: T): string[] | null {
    if (done.has(item)) return null;
    const name = nameOf(item);
    const start = trail.indexOf(name);
    if (start !== -1) return [...trail.slice(start), name];
    trail.push(name);
    for (const need of needsOf(item)) {
      const needed = need === name ? undefined : byName.get(need);
      const loop = needed === undefined ? null : place(needed);
      if (loop !== null) return loop;
    }
    trail.pop();
    done.add(item);
    return null;
  }

  for (const item of items) {
    const loop = place(item);
    if (loop !== null) return { items: null, loop };
  }
  return { items: [...done], loop: null };
}
