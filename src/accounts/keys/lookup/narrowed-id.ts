import type { Scopes } from '../../../contract/access.ts';
import { hashOfToken } from '../../../core/util/index.ts';

/**
 * The id of a narrowed key, from the hash of its token. Older builds have no scopes; they look for the hash itself, find
 * nothing and reject the key (src/accounts/README.md).
 */
export function narrowedId(hash: string): string {
  return hashOfToken(`narrowed:${hash}`);
}

/** The id of a key with these scopes. */
export function storedId(hash: string, scopes: Scopes | null): string {
  return scopes === null ? hash : narrowedId(hash);
}
