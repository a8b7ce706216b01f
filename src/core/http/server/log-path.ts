/** Keys of this service anywhere in a path, because callers sometimes put one there. `task_list` is not a key. */
const keys = /(?<![a-z0-9])(?:sk|pk)_[\w-]+/gi;
/**
 * Sequences as long as tokens. Ids have 30 characters. Slugs can be longer, but contain hyphens and no uppercase
 * letters.
 */
const longSequences = /[\w-]{32,}/g;
const mask = '[masked]';

/** A path for the log: anything that looks like a key or a token is masked, and the query is removed. */
export function withoutSecrets(path: string): string {
  const [pathname = ''] = path.split('?');
  return decodePath(pathname).replace(keys, mask).replace(longSequences, maskTokens);
}

/**
 * Decodes a path, because percent-encoding would hide a key from the patterns. An invalid encoding is returned as it
 * is.
 */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path).replace(/[\p{Cc}\s?]/gu, '_');
  } catch {
    return path;
  }
}

function maskTokens(sequence: string): string {
  return /[A-Z]/.test(sequence) || !/[-_]/.test(sequence) ? mask : sequence;
}
