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

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses an RFC 3339 date or date-time, in UTC if it has no offset (specification: times). Returns null for
 * anything else, including February 30.
 */
export function parseTime(text: string): Date | null {
  const parts = form.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = parts;
  const date = `${year}-${month}-${day}`;
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  if (hour === undefined) return new Date(`${date}T00:00:00Z`);
  if (hour === '24') return null; // allowed in JavaScript, not in RFC 3339
  const milliseconds = (fraction ?? '.000').slice(1, 4).padEnd(3, '0');
  const time = new Date(
    `${date}T${hour}:${minute}:${second ?? '00'}.${milliseconds}${(offset ?? 'Z').toUpperCase()}`,
  );
  const utcYear = time.getUTCFullYear();
  return utcYear >= 0 && utcYear <= 9999 ? time : null; // excludes invalid dates (NaN) and years of five digits
}
