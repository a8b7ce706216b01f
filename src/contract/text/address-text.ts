/** URL parsers drop control characters and read backslashes as slashes, so such a text isn't what it looks like. */
const misleading = /[\u0000-\u001f\u007f-\u009f\\]/;

/** Says what makes the text of an address misleading, or null: characters that parsers change, or credentials. */
export function addressFault(text: string): string | null {
  if (misleading.test(text)) return 'it must not contain control characters or backslashes';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.username !== '' || url.password !== ''))
    return 'it must not contain a user name or a password';
  return null;
}
