import { LRUCache } from 'lru-cache';
import type { ChangeModule } from '../../../contract/events/events.ts';
import type { ModuleVersions } from '../../context/request-context.ts';
import type { CacheMetadata } from './cache-metadata.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';

/** The state of a project that a request has read. A cached response is valid for the state it was built from. */
export interface ProjectVersion {
  /** The revision that the request itself has read. */
  revision: number;
  now: Date;
  /** The versions of its modules. If absent, a response is valid for its revision only. */
  modules?: ModuleState;
}

/** The part of a project's row that shows whether a newer revision changed a response. */
export interface ModuleState {
  moduleVersions: ModuleVersions;
  /** No content appears by itself before this date; null if nothing is scheduled. */
  nextDate: Date | null;
}

interface CacheEntry {
  /** The newest revision at which the response was checked. */
  revision: number;
  response: SerializedResponse;
  /** The modules that it depends on; null if unknown. */
  modules: readonly ChangeModule[] | null;
  /** The versions of these modules. */
  moduleVersions: ModuleVersions | null;
  /** When it is rebuilt without a write, in milliseconds since the epoch. */
  untilMs: number;
  /** When it expires without a write; `untilMs` can be earlier. */
  endsAtMs: number;
  tags: string;
}

/** A response, and its metadata for other caches; null if they must not store it. */
export interface ServedResponse {
  response: SerializedResponse;
  metadata: CacheMetadata | null;
}

interface PendingResponse {
  revision: number;
  entry: Promise<CacheEntry>;
}

/** How a read got its response. `made` is the label of the metric for a response that was built. */
export type CacheOutcome = 'hit' | 'joined' | 'made';

/** Bytes that a response takes in addition to its body and its key. */
const overheadBytes = 400;

/**
 * Caches responses until the modules that they depend on change, or a date passes. Every request still reads its
 * project's row, so a cached response is never older than a new one (specification: revision-cache). Requests that miss
 * the same response build it once.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #pending = new Map<string, PendingResponse>();
  readonly #count: (outcome: CacheOutcome) => void;

  constructor(bytesMax: number, count: (outcome: CacheOutcome) => void = () => undefined) {
    this.#count = count;
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.ceil(bytesMax / 8),
      sizeCalculation: ({ response, tags }, key) =>
        (response.bytes?.length ?? 0) + tags.length + key.length * 2 + overheadBytes,
    });
  }

  /** Bytes that the cached responses take. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * Returns the cached response, waits for another request that builds it, or builds it. Only responses with status 200
   * are stored. Hits are returned without a promise, because most reads are hits.
   */
  serve(
    key: string,
    state: ProjectVersion,
    build: () => Promise<CacheableResponse>,
  ): ServedResponse | Promise<ServedResponse> {
    const entry = this.#entries.get(key);
    if (entry === undefined || !revalidate(entry, state)) return this.#joinOrBuild(key, state, build);
    this.#count('hit');
    return toServedResponse(entry);
  }

  async #joinOrBuild(
    key: string,
    state: ProjectVersion,
    build: () => Promise<CacheableResponse>,
  ): Promise<ServedResponse> {
    const pending = this.#pending.get(key);
    if (pending?.revision === state.revision) {
      const entry = await pending.entry.catch(() => null); // the other request reports its error
      if (entry !== null && isFresh(entry, state)) {
        this.#count('joined');
        return toServedResponse(entry);
      }
    }
    return this.#build(key, state, build);
  }

  async #build(
    key: string,
    { revision, modules }: ProjectVersion,
    build: () => Promise<CacheableResponse>,
  ): Promise<ServedResponse> {
    this.#count('made');
    const moduleVersions = modules?.moduleVersions ?? null;
    const building = build().then(({ response, untilMs, endsAtMs = untilMs, tags = '', modules = null }) => ({
      revision,
      response,
      untilMs,
      endsAtMs,
      tags,
      modules,
      moduleVersions,
    }));
    const pending: PendingResponse = { revision, entry: building };
    this.#pending.set(key, pending);
    try {
      const entry = await building;
      const isNewerStored = (this.#entries.peek(key)?.revision ?? 0) > revision;
      if (entry.response.status === 200 && !isNewerStored) this.#entries.set(key, entry);
      return toServedResponse(entry);
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }
}

/** A body without its large part, and the key of that part; null if the route has none. */
export interface ResponseFrame {
  body: Record<string, unknown>;
  large: string | null;
}

/** A built response. `frame` is its body without the large part. */
export type CacheableResponse = Pick<CacheEntry, 'response' | 'untilMs'> &
  Partial<Pick<CacheEntry, 'modules' | 'endsAtMs' | 'tags'>> & { frame?: ResponseFrame };

/** The version in the metadata is the newest revision at which the entry was checked. */
function toServedResponse({ response, tags, revision: version, endsAtMs }: CacheEntry): ServedResponse {
  return { response, metadata: { tags, version, endsAtMs } };
}

function isFresh({ revision, untilMs }: CacheEntry, state: ProjectVersion): boolean {
  return revision === state.revision && state.now.getTime() < untilMs;
}

/** Whether a response is still valid. If newer revisions changed only other modules, the entry gets the newest revision. */
function revalidate(entry: CacheEntry, state: ProjectVersion): boolean {
  if (isFresh(entry, state)) return true;
  if (state.modules === undefined || state.now.getTime() >= entry.untilMs) return false;
  if (!hasSameModules(entry, state.modules) || isDateDue(state.modules, state.now)) return false;
  if (state.revision > entry.revision) {
    entry.revision = state.revision;
    entry.moduleVersions = state.modules.moduleVersions; // all entries at this revision share one object
    const nextMs = state.modules.nextDate?.getTime() ?? Infinity;
    entry.untilMs = Math.min(entry.untilMs, nextMs);
    entry.endsAtMs = Math.min(entry.endsAtMs, nextMs);
  }
  return true;
}

function hasSameModules({ modules, moduleVersions }: CacheEntry, now: ModuleState): boolean {
  if (modules === null || moduleVersions === null) return false;
  return modules.every((module) => moduleVersions[module] === now.moduleVersions[module]);
}

/**
 * Whether content may have appeared without a write, at a date that has passed. Scheduling moves no module's version,
 * so only the date in the project's row shows it.
 */
function isDateDue({ nextDate }: ModuleState, now: Date): boolean {
  return nextDate !== null && nextDate <= now;
}
