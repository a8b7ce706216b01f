/** A name that nothing has. */
const nothing = '-';

/** Next builds no route without an example of its pages; a site without content gives it one that is not found. */
export function orNothing<K extends string>(key: K, values: readonly string[]): Record<K, string>[] {
  return (values.length === 0 ? [nothing] : values).map((value) => ({ [key]: value }) as Record<K, string>);
}
