export const minuteMs = 60 * 1000;
export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

export function latest(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** Returns the earlier of two times; null means never. */
export function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
