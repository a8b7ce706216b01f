/** The token of an `Authorization` header: null without one, empty for one of another form. */
export function bearer(header: string): string | null {
  if (header === '') return null;
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
}
