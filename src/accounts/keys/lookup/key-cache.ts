import { LRUCache } from 'lru-cache';
import type { KeyWithProject } from './lookup-repository.ts';
import { isAllowedOrigin } from './origins.ts';

const maxKeys = 10_000;

/**
 * A key as it was when it was last admitted. It can be outdated, so it only predicts the next request and
 * admits nothing.
 */
export interface CachedKey {
  hash: string;
  key: KeyWithProject['key'];
  projectId: string;
}

/**
 * Keys that were admitted, by token; they predict the budget of each key's next request (specification:
 * reserved-points).
 */
export class KeyCache {
  readonly #keys = new LRUCache<string, CachedKey>({ max: maxKeys });

  get(token: string): CachedKey | undefined {
    return this.#keys.get(token);
  }

  /** Returns the key if its state at the last admission would admit this request, else null. */
  expected(token: string | null, origin: string, now: Date): CachedKey | null {
    const entry = token === null ? undefined : this.#keys.get(token);
    if (entry === undefined) return null;
    const { purpose, origins, expires_at: expiresAt } = entry.key;
    if (expiresAt !== null && expiresAt <= now) return null;
    if (purpose === 'publishable' && origin !== '' && !isAllowedOrigin(origin, origins)) return null;
    return entry;
  }

  set(token: string, { hash, keyWithProject }: { hash: string; keyWithProject: KeyWithProject }): void {
    const entry = this.#keys.get(token);
    if (entry === undefined)
      this.#keys.set(token, { hash, key: keyWithProject.key, projectId: keyWithProject.project.id });
    else entry.key = keyWithProject.key;
  }

  delete(token: string): void {
    this.#keys.delete(token);
  }
}
