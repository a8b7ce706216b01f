import { LRUCache } from 'lru-cache';
import type { SerializedResponse } from './serialized-response.ts';

/** What a request knows of its project: an answer is good for it when it was made of the same state. */
export interface ProjectVersion {
  /** Of the project, as the request itself has read it. */
  revision: number;
  now: Date;
}

interface CacheEntry {
  revision: number;
  answer: SerializedResponse;
  /** When it stops being true though nothing was written, in milliseconds of the epoch. */
  untilMs: number;
}

interface PendingResponse {
  revision: number;
  kept: Promise<CacheEntry>;
}

/** How a read came to its answer. */
export type CacheOutcome = 'hit' | 'joined' | 'made';

/** Bytes of an answer's bookkeeping beside its body and its key. */
const overheadBytes = 300;

/**
 * Answers kept for as long as the project is at the revision that they were made at and no date has passed. Every
 * request still reads the revision for itself, so that a cached answer is never older than a new one would be (specification: revision-cache). Requests that miss the same answer make it once.
 */
export class ResponseCache {
  readonly #kept: LRUCache<string, CacheEntry>;
  readonly #making = new Map<string, PendingResponse>();
  readonly #count: (outcome: CacheOutcome) => void;

  constructor(bytesMax: number, count: (outcome: CacheOutcome) => void = () => undefined) {
    this.#count = count;
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.ceil(bytesMax / 8),
      sizeCalculation: ({ answer }, key) => (answer.bytes?.length ?? 0) + key.length * 2 + overheadBytes,
    });
  }

  /** Bytes that the cached answers take. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /**
   * Gives the cached answer, joins who is making it, or makes it; `make` also says until when it is true. What is no
   * plain success is answered and forgotten.
   */
  async answer(
    key: string,
    state: ProjectVersion,
    make: () => Promise<CacheableAnswer>,
  ): Promise<SerializedResponse> {
    const found = this.#kept.get(key);
    if (found !== undefined && isFresh(found, state)) {
      this.#count('hit');
      return found.answer;
    }
    const others = this.#making.get(key);
    if (others?.revision === state.revision) {
      const made = await others.kept.catch(() => null); // its failure belongs to the request that it happened to
      if (made !== null && isFresh(made, state)) {
        this.#count('joined');
        return made.answer;
      }
    }
    return this.#make(key, state.revision, make);
  }

  async #make(
    key: string,
    revision: number,
    make: () => Promise<CacheableAnswer>,
  ): Promise<SerializedResponse> {
    this.#count('made');
    const making: PendingResponse = { revision, kept: make().then((made) => ({ revision, ...made })) };
    this.#making.set(key, making);
    try {
      const kept = await making.kept;
      const newer = (this.#kept.peek(key)?.revision ?? 0) > revision;
      if (kept.answer.status === 200 && !newer) this.#kept.set(key, kept);
      return kept.answer;
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }
}

/** A body without its large part, and the key of that part; null where none is declared. */
export interface AnswerFrame {
  body: Record<string, unknown>;
  large: string | null;
}

/** `frame` is the body without what may be large. */
export type CacheableAnswer = Pick<CacheEntry, 'answer' | 'untilMs'> & { frame?: AnswerFrame };

function isFresh({ revision, untilMs }: CacheEntry, state: ProjectVersion): boolean {
  return revision === state.revision && state.now.getTime() < untilMs;
}
