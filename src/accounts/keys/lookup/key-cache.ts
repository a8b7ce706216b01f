import { LRUCache } from 'lru-cache';
import type { FoundKey } from './lookup-repository.ts';
import { isAllowedOrigin } from './origins.ts';

/** Keys that a process remembers. */
const seenMax = 10_000;

/** A key as it was when it was last found good. What it says may be out of date: it decides about nothing. */
export interface SeenKey {
  hash: string;
  key: FoundKey['key'];
  projectId: string;
}

/** The keys that were found good, by their tokens: what to expect of the next request of each (specification: reserved-points). */
export class KeyCache {
  readonly #keys = new LRUCache<string, SeenKey>({ max: seenMax });

  get(token: string): SeenKey | undefined {
    return this.#keys.get(token);
  }

  /** The key as it was, where it would be let in if nothing had changed since. */
  expected(token: string | null, origin: string, now: Date): SeenKey | null {
    const seen = token === null ? undefined : this.#keys.get(token);
    if (seen === undefined) return null;
    const { purpose, origins, expires_at: expiresAt } = seen.key;
    if (expiresAt !== null && expiresAt <= now) return null;
    if (purpose === 'publishable' && origin !== '' && !isAllowedOrigin(origin, origins)) return null;
    return seen;
  }

  set(token: string, { hash, found }: { hash: string; found: FoundKey }): void {
    const seen = this.#keys.get(token);
    if (seen === undefined) this.#keys.set(token, { hash, key: found.key, projectId: found.project.id });
    else seen.key = found.key;
  }

  /** Called when the key was refused. */
  delete(token: string): void {
    this.#keys.delete(token);
  }
}
