/**
 * URL parsers drop control characters and read backslashes as slashes, so a URL with them isn't what it
 * looks like.
 */
const misleading = /[\u0000-\u001f\u007f-\u009f\\]/;

/**
 * Returns what makes the text of a URL misleading (characters that parsers change, or credentials), or null.
 */
export function findUrlTextError(text: string): string | null {
  if (misleading.test(text)) return 'it must not contain control characters or backslashes';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.username !== '' || url.password !== ''))
    return 'it must not contain a user name or a password';
  return null;
}
