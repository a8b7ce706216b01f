import { LRUCache } from 'lru-cache';
import type { ProjectState } from '../../core/context/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';

const projectsMax = 2_000;
/** How long after a write of another process the writes of this one lock the project's row first, in milliseconds. */
const lockFirstMs = 1_000;

interface CachedState {
  state: ProjectState;
  /** When the cached state last turned out to be outdated, on the clock of `performance.now()`. */
  missedAt: number;
}

/** The states of the projects that this process writes to, so a write needs no query for what its commit compares. */
class ProjectStateCache {
  readonly #states = new LRUCache<string, CachedState>({ max: projectsMax });

  /** The newest state that this process has seen; null if the write should lock the row first. */
  newest(projectId: string, requestState: ProjectState | undefined): ProjectState | null {
    const entry = this.#states.get(projectId);
    if (entry !== undefined && performance.now() - entry.missedAt < lockFirstMs) return null;
    if (requestState === undefined || entry === undefined) return requestState ?? entry?.state ?? null;
    return entry.state.writeSeq > requestState.writeSeq ? entry.state : requestState;
  }

  /** Notes the state after a write. */
  note(projectId: string, state: ProjectState): void {
    const missedAt = this.#states.get(projectId)?.missedAt ?? -Infinity;
    this.#states.set(projectId, { state, missedAt });
  }

  /** Notes the state that a write read or left when it conflicted with a write of another process. */
  noteMiss(projectId: string, state: ProjectState): void {
    this.#states.set(projectId, { state, missedAt: performance.now() });
  }
}

const caches = new WeakMap<SystemDb, ProjectStateCache>();

/** The cache of one connection to the database. */
export function projectStates(system: SystemDb): ProjectStateCache {
  const cache = caches.get(system) ?? new ProjectStateCache();
  caches.set(system, cache);
  return cache;
}
