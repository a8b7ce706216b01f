/** The keys under which two sets of values hold different things. */
export function differingKeys(one: object, other: object): string[] {
  const at = (values: object, key: string) => (values as Record<string, unknown>)[key];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => !isEqual(at(one, key), at(other, key)));
}

/** Whether two values of JSON say the same; null and absence are both "empty". */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const at = (value: object, key: string) => (value as Record<string, unknown>)[key];
  return [...keys].every((key) => isEqual(at(one, key), at(other, key)));
}
