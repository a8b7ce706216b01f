import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';

/** What making came to: an answer, or the refusal of one that is larger than answers may be. */
type DescriptionOutcome = SerializedResponse | ApiError;

interface CachedDescription {
  version: number;
  made: DescriptionOutcome;
}

interface PendingDescription {
  version: number;
  made: Promise<DescriptionOutcome>;
}

/** How a description came to be. */
export type DescriptionSource = 'kept' | 'joined' | 'made';

/** Bytes of a description's bookkeeping beside its body and its key. */
const overheadBytes = 300;

/**
 * What describes projects, in bytes: dear to make, and the same until a definition changes. Kept apart from other
 * answers, which end with every write, and of which some are too large to be kept among many. Requests that miss the
 * same one make it once. That one is too large to be answered is kept too: to find it out is no less dear.
 */
export class DescriptionCache {
  readonly #kept: LRUCache<string, CachedDescription>;
  readonly #making = new Map<string, PendingDescription>();
  readonly #count: (by: DescriptionSource) => void;

  constructor(bytesMax: number, count: (by: DescriptionSource) => void = () => undefined) {
    this.#count = count;
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ made }, key) => bytesOf(made) + key.length * 2 + overheadBytes,
    });
  }

  /** Bytes that the kept descriptions take. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /**
   * Gives the description, joins who is making it, or makes it.
   * @throws query_too_expensive, and what `make` throws to the request that it happened to
   */
  async answer(
    key: string,
    version: number,
    make: () => Promise<SerializedResponse>,
  ): Promise<SerializedResponse> {
    const made = await this.#find(key, version, make);
    if (made instanceof ApiError) throw made;
    return made;
  }

  async #find(
    key: string,
    version: number,
    make: () => Promise<SerializedResponse>,
  ): Promise<DescriptionOutcome> {
    for (;;) {
      const kept = this.#kept.get(key);
      if (kept?.version === version) {
        this.#count('kept');
        return kept.made;
      }
      const others = this.#making.get(key);
      if (others?.version !== version) return this.#make(key, version, make);
      const made = await others.made.catch(() => null); // its failure belongs to the request that it happened to
      if (made === null) continue;
      this.#count('joined');
      return made;
    }
  }

  async #make(
    key: string,
    version: number,
    make: () => Promise<SerializedResponse>,
  ): Promise<DescriptionOutcome> {
    this.#count('made');
    const making: PendingDescription = { version, made: make().catch(asMade) };
    this.#making.set(key, making);
    try {
      const made = await making.made;
      const newer = (this.#kept.peek(key)?.version ?? 0) > version;
      if (!newer) this.#kept.set(key, { version, made });
      return made;
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }
}

function bytesOf(made: DescriptionOutcome): number {
  return made instanceof ApiError ? 0 : (made.bytes?.length ?? 0);
}

/** That a description is too large stays true; everything else is a failure of one request. */
function asMade(error: unknown): ApiError {
  if (error instanceof ApiError && error.hints.param !== undefined && error.code === 'query_too_expensive')
    return error;
  throw error;
}
