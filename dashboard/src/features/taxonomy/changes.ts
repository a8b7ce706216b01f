/** The keys in which a form differs from what it began with; forms are plain values with their keys in one order. */
export function changesOf<Form extends object>(before: Form, after: Form): Partial<Form> {
  const changed = (Object.keys(after) as (keyof Form)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<Form>;
}
