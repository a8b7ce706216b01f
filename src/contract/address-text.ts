/** A control character, a blank or a backslash: URL parsers drop or reinterpret them, so the text isn't what it looks like. */
const misleading = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2060\u3000\ufeff\\]/;

/** Says what makes the text of an address misleading, or null: characters that parsers change, or credentials. */
export function addressFault(text: string): string | null {
  if (misleading.test(text)) return 'it must not contain blanks, control characters or backslashes';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.username !== '' || url.password !== ''))
    return 'it must not contain a user name or a password';
  return null;
}
