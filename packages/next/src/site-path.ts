/**
 * Whether an address that came from outside is a path of this site: it begins with one `/`, and nothing in it makes a
 * browser see the name of another host.
 */
export function isSitePath(path: string): boolean {
  return /^\/(?!\/)[^\\\s]*$/.test(path) && !hasControls(path);
}

function hasControls(path: string): boolean {
  return [...path].some((sign) => sign < ' ' || sign === '\u007f');
}
