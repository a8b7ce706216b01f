import type { Scopes } from '../../../contract/access.ts';
import { hashOfToken } from '../../../core/util/index.ts';

/**
 * The ids under which a key can be stored, from the hash of its token. Older versions ignore scopes, or only their
 * locales; they look for the other ids, find nothing and reject the key (src/accounts/README.md).
 */
export function storedIds(hash: string): string[] {
  return [hash, hashOfToken(`narrowed:${hash}`), hashOfToken(`locales:${hash}`)];
}

/** The id of a key with these scopes; null means without scopes. */
export function storedId(hash: string, scopes: Scopes | null): string {
  if (scopes === null) return hash;
  return hashOfToken(`${scopes.locales === undefined ? 'narrowed' : 'locales'}:${hash}`);
}
