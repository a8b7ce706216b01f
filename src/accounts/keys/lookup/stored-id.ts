import type { Scopes } from '../../../contract/access.ts';
import { hashOfToken } from '../../../core/util/index.ts';

/**
 * The id of a key with scopes, from the hash of its token. Older versions ignore scopes; they look for the
 * hash itself, find nothing and reject the key (src/accounts/README.md).
 */
export function narrowedId(hash: string): string {
  return hashOfToken(`narrowed:${hash}`);
}

/** The id of a key with these scopes; null means without scopes. */
export function storedId(hash: string, scopes: Scopes | null): string {
  return scopes === null ? hash : narrowedId(hash);
}
