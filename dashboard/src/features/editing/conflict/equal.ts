/** The keys whose values differ between two objects. */
export function differingKeys(first: object, second: object): string[] {
  const at = (values: object, key: string) => (values as Record<string, unknown>)[key];
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].filter((key) => !isEqual(at(first, key), at(second, key)));
}

/** Whether two JSON values are equal. Null and absent values are both empty. */
export function isEqual(first: unknown, second: unknown): boolean {
  if (first === second || (first ?? null) === (second ?? null)) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null)
    return false;
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  const at = (value: object, key: string) => (value as Record<string, unknown>)[key];
  return [...keys].every((key) => isEqual(at(first, key), at(second, key)));
}
