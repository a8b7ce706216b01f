/** Keys of this service, wherever they stand: a caller may have put one where it does not belong. */
const keys = /(sk|pk)_[\w-]+/gi;
/** Runs as long as tokens are. Ids have 30 letters; slugs are longer, but hold hyphens and no capital letters. */
const longRuns = /[\w-]{32,}/g;
const shown = '[masked]';

/** A path as it may stand in a log: whatever looks like a key or a token is masked, and no query is left. */
export function withoutSecrets(path: string): string {
  const [bare = ''] = path.split('?');
  return readable(bare).replace(keys, shown).replace(longRuns, maskTokens);
}

/** Percent signs would hide a key from the patterns; a path that cannot be decoded is left as it came. */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path).replace(/[\p{Cc}\s?]/gu, '_');
  } catch {
    return path;
  }
}

function maskTokens(run: string): string {
  return /[A-Z]/.test(run) || !/[-_]/.test(run) ? shown : run;
}
