/** A slug that no entry has. */
const nothing = '-';

/** Next requires a path for each dynamic route at build time, so a site without content builds a 404 page. */
export function orNothing<K extends string>(key: K, values: readonly string[]): Record<K, string>[] {
  return (values.length === 0 ? [nothing] : values).map((value) => ({ [key]: value }) as Record<K, string>);
}
