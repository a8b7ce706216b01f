/**
 * Whether an untrusted string is a path of this site. It must begin with exactly one `/` and contain no character that
 * makes a browser read it as a URL of another host.
 */
export function isSitePath(path: string): boolean {
  return /^\/(?!\/)[^\\\s]*$/.test(path) && !hasControlCharacters(path);
}

function hasControlCharacters(path: string): boolean {
  return [...path].some((character) => character < ' ' || character === '\u007f');
}
