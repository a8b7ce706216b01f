/**
 * The token of an `Authorization` header: null without one, empty for a header without the word Bearer. What follows
 * Bearer and has no form of a token is returned as it is, so that it is rejected as an unknown key.
 */
export function bearer(header: string): string | null {
  if (header === '') return null;
  if (!/^Bearer\b/i.test(header)) return '';
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? header;
}
