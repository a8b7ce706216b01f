/** The changed values of a form. Both objects have the same key order. */
export function changesOf<Form extends object>(before: Form, after: Form): Partial<Form> {
  const changedKeys = (Object.keys(after) as (keyof Form)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return Object.fromEntries(changedKeys.map((key) => [key, after[key]])) as Partial<Form>;
}
