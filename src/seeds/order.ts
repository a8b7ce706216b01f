/** Items in an order in which each comes after all that it needs, or the first loop that makes this impossible. */
export type Ordered<T> = { items: T[]; loop: null } | { items: null; loop: string[] };

/**
 * Puts items after what they need, otherwise keeping their order. An item may need itself; names that belong to no
 * item are passed over.
 */
export function orderByNeed<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  needsOf: (item: T) => readonly string[],
): Ordered<T> {
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  const done = new Set<T>();
  const trail: string[] = [];

  /** Answers a loop when `item` is needed by something that it needs. */
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
