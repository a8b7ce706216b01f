/**
 * The token of an `Authorization` header: null without a header, empty for another scheme. If the token is malformed,
 * the whole header is returned, so that it is rejected as an unknown key.
 */
export function bearer(header: string): string | null {
  if (header === '') return null;
  if (!/^Bearer\b/i.test(header)) return '';
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? header;
}
