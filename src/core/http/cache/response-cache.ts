import { LRUCache } from 'lru-cache';
import type { ChangeModule } from '../../../contract/events/events.ts';
import type { ModuleVersions } from '../../context/request-context.ts';
import type { Reading } from './reading.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';

/** What a request knows of its project: an answer is good for it when it was made of the same state. */
export interface ProjectVersion {
  /** Of the project, as the request itself has read it. */
  revision: number;
  now: Date;
  /** What its modules have come to; absent where nothing but the same revision keeps an answer. */
  modules?: ModuleState;
}

/** The part of a project's row that separates answers that a new revision changed from those that it left. */
export interface ModuleState {
  moduleVersions: ModuleVersions;
  /** Nothing of the project appears at a date before this one; null when nothing is to appear. */
  nextDate: Date | null;
}

interface CacheEntry {
  /** The newest revision at which the answer was found to be true. */
  revision: number;
  answer: SerializedResponse;
  /** The modules that it was made of; null where they are not known. */
  modules: readonly ChangeModule[] | null;
  /** What they had come to. */
  moduleVersions: ModuleVersions | null;
  /** When it is made again though nothing was written, in milliseconds of the epoch. */
  untilMs: number;
  /** When it stops being true though nothing was written: not before that. */
  endsAtMs: number;
  tags: string;
}

/** An answer, and its headers for further caches; null where it is not to be kept. */
export interface ServedResponse {
  answer: SerializedResponse;
  reading: Reading | null;
}

interface PendingResponse {
  revision: number;
  kept: Promise<CacheEntry>;
}

/** How a read came to its answer. */
export type CacheOutcome = 'hit' | 'joined' | 'made';

/** Bytes of an answer's bookkeeping beside its body and its key. */
const overheadBytes = 400;

/**
 * Answers kept for as long as the modules that they were made of stay as they were and no date has passed. Every request
 * still reads its project's row for itself, so that a cached answer is never older than a new one would be
 * (specification: revision-cache). Requests that miss the same answer make it once.
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
      sizeCalculation: ({ answer, tags }, key) =>
        (answer.bytes?.length ?? 0) + tags.length + key.length * 2 + overheadBytes,
    });
  }

  /** Bytes that the cached answers take. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /**
   * Gives the cached answer, joins who is making it, or makes it; `make` also says until when it is true. What is no
   * plain success is answered and forgotten. Only what must be waited for is a promise: most reads find their answer.
   */
  answer(
    key: string,
    state: ProjectVersion,
    make: () => Promise<CacheableResponse>,
  ): ServedResponse | Promise<ServedResponse> {
    const found = this.#kept.get(key);
    if (found === undefined || !isStillFresh(found, state)) return this.#joinOrMake(key, state, make);
    this.#count('hit');
    return given(found);
  }

  async #joinOrMake(
    key: string,
    state: ProjectVersion,
    make: () => Promise<CacheableResponse>,
  ): Promise<ServedResponse> {
    const others = this.#making.get(key);
    if (others?.revision === state.revision) {
      const made = await others.kept.catch(() => null); // its failure belongs to the request that it happened to
      if (made !== null && isFresh(made, state)) {
        this.#count('joined');
        return given(made);
      }
    }
    return this.#make(key, state, make);
  }

  async #make(
    key: string,
    { revision, modules }: ProjectVersion,
    make: () => Promise<CacheableResponse>,
  ): Promise<ServedResponse> {
    this.#count('made');
    const moduleVersions = modules?.moduleVersions ?? null;
    const kept = make().then(({ answer, untilMs, endsAtMs = untilMs, tags = '', modules = null }) => ({
      revision,
      answer,
      untilMs,
      endsAtMs,
      tags,
      modules,
      moduleVersions,
    }));
    const making: PendingResponse = { revision, kept };
    this.#making.set(key, making);
    try {
      const kept = await making.kept;
      const newer = (this.#kept.peek(key)?.revision ?? 0) > revision;
      if (kept.answer.status === 200 && !newer) this.#kept.set(key, kept);
      return given(kept);
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }
}

/** A body without its large part, and the key of that part; null where none is declared. */
export interface ResponseFrame {
  body: Record<string, unknown>;
  large: string | null;
}

/** `frame` is the body without what may be large. */
export type CacheableResponse = Pick<CacheEntry, 'answer' | 'untilMs'> &
  Partial<Pick<CacheEntry, 'modules' | 'endsAtMs' | 'tags'>> & { frame?: ResponseFrame };

/** The newest revision at which it was found to be true is one that a request has read: never above what was checked. */
function given({ answer, tags, revision: version, endsAtMs }: CacheEntry): ServedResponse {
  return { answer, reading: { tags, version, endsAtMs } };
}

function isFresh({ revision, untilMs }: CacheEntry, state: ProjectVersion): boolean {
  return revision === state.revision && state.now.getTime() < untilMs;
}

/** The same, also where the project moved on in modules that the answer was not made of; the entry moves with it. */
function isStillFresh(entry: CacheEntry, state: ProjectVersion): boolean {
  if (isFresh(entry, state)) return true;
  if (state.modules === undefined || state.now.getTime() >= entry.untilMs) return false;
  if (!isUnmoved(entry, state.modules) || isAnythingDue(state.modules, state.now)) return false;
  if (state.revision > entry.revision) {
    entry.revision = state.revision;
    entry.moduleVersions = state.modules.moduleVersions; // one object for all that are found at this revision
    const nextMs = state.modules.nextDate?.getTime() ?? Infinity;
    entry.untilMs = Math.min(entry.untilMs, nextMs);
    entry.endsAtMs = Math.min(entry.endsAtMs, nextMs);
  }
  return true;
}

function isUnmoved({ modules, moduleVersions }: CacheEntry, now: ModuleState): boolean {
  if (modules === null || moduleVersions === null) return false;
  return modules.every((module) => moduleVersions[module] === now.moduleVersions[module]);
}

/**
 * Whether something of the project may appear at a date that has passed, though nothing was written at it. To schedule
 * moves no module: what was scheduled since the answer was made stands in the row's date alone.
 */
function isAnythingDue({ nextDate }: ModuleState, now: Date): boolean {
  return nextDate !== null && nextDate <= now;
}
