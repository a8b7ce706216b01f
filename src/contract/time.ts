export const minuteMs = 60 * 1000;
export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** The later of two moments. */
export function latest(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** The earlier of two moments, null meaning never. */
export function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
