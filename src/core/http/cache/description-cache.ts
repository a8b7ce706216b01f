import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';

/** The result of building a description: a response, or the rejection of one that is too large. */
type DescriptionOutcome = SerializedResponse | ApiError;

interface CachedDescription {
  version: number;
  outcome: DescriptionOutcome;
}

interface PendingDescription {
  version: number;
  outcome: Promise<DescriptionOutcome>;
}

/** How a request got its description: cached, built by another request, or built by itself. */
export type DescriptionSource = 'kept' | 'joined' | 'made';

/** Bytes that a description takes in addition to its body and its key. */
const overheadBytes = 300;

/**
 * Caches descriptions of projects, which are expensive and stay valid until a definition changes. Requests that miss
 * the same description build it once. The error of one that is too large is cached too, because finding out is as
 * expensive.
 */
export class DescriptionCache {
  readonly #cached: LRUCache<string, CachedDescription>;
  readonly #pending = new Map<string, PendingDescription>();
  readonly #count: (by: DescriptionSource) => void;

  constructor(bytesMax: number, count: (by: DescriptionSource) => void = () => undefined) {
    this.#count = count;
    this.#cached = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ outcome }, key) => bytesOf(outcome) + key.length * 2 + overheadBytes,
    });
  }

  /** Bytes that the cached descriptions take. */
  get bytes(): number {
    return this.#cached.calculatedSize;
  }

  /**
   * Returns the cached description, waits for another request that builds it, or builds it.
   * @throws query_too_expensive, and the errors of `build`
   */
  async serve(
    key: string,
    version: number,
    build: () => Promise<SerializedResponse>,
  ): Promise<SerializedResponse> {
    const outcome = await this.#find(key, version, build);
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  }

  async #find(
    key: string,
    version: number,
    build: () => Promise<SerializedResponse>,
  ): Promise<DescriptionOutcome> {
    for (;;) {
      const entry = this.#cached.get(key);
      if (entry?.version === version) {
        this.#count('kept');
        return entry.outcome;
      }
      const pending = this.#pending.get(key);
      if (pending?.version !== version) return this.#build(key, version, build);
      const outcome = await pending.outcome.catch(() => null); // the other request reports its error
      if (outcome === null) continue;
      this.#count('joined');
      return outcome;
    }
  }

  async #build(
    key: string,
    version: number,
    build: () => Promise<SerializedResponse>,
  ): Promise<DescriptionOutcome> {
    this.#count('made');
    const pending: PendingDescription = { version, outcome: build().catch(cacheableError) };
    this.#pending.set(key, pending);
    try {
      const outcome = await pending.outcome;
      const isNewerCached = (this.#cached.peek(key)?.version ?? 0) > version;
      if (!isNewerCached) this.#cached.set(key, { version, outcome });
      return outcome;
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }
}

function bytesOf(outcome: DescriptionOutcome): number {
  return outcome instanceof ApiError ? 0 : (outcome.bytes?.length ?? 0);
}

/** Errors for descriptions that are too large are cached. All others concern one request. */
function cacheableError(error: unknown): ApiError {
  if (error instanceof ApiError && error.hints.param !== undefined && error.code === 'query_too_expensive')
    return error;
  throw error;
}
