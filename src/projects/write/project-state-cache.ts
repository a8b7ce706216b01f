import { LRUCache } from 'lru-cache';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { ProjectState } from '../../core/context/index.ts';

/** Projects that were written lately. */
const projectsMax = 2_000;
/** For so long after another process was found to write to a project, writes ask for its state first, in milliseconds. */
const askMs = 1_000;

interface Known {
  state: ProjectState;
  /** When what was known turned out to be old, on the clock of `performance.now()`. */
  missedAt: number;
}

/**
 * What a process remembers of the projects that it writes to, so that a write need not ask for what its commit
 * compares.
 */
class ProjectStateCache {
  readonly #of = new LRUCache<string, Known>({ max: projectsMax });

  /** The newest state that is known; null where the write had better ask. */
  newest(projectId: string, seen: ProjectState | undefined): ProjectState | null {
    const known = this.#of.get(projectId);
    if (known !== undefined && performance.now() - known.missedAt < askMs) return null;
    if (seen === undefined || known === undefined) return seen ?? known?.state ?? null;
    return known.state.writeSeq > seen.writeSeq ? known.state : seen;
  }

  /** Notes the state that a write left. */
  note(projectId: string, state: ProjectState): void {
    const missedAt = this.#of.get(projectId)?.missedAt ?? -Infinity;
    this.#of.set(projectId, { state, missedAt });
  }

  /** Notes the state that a write found or left when it met a write of another process. */
  noteMiss(projectId: string, state: ProjectState): void {
    this.#of.set(projectId, { state, missedAt: performance.now() });
  }
}

const ofSystems = new WeakMap<SystemDb, ProjectStateCache>();

/** What is known through one connection to the database. */
export function knownStates(system: SystemDb): ProjectStateCache {
  const cache = ofSystems.get(system) ?? new ProjectStateCache();
  ofSystems.set(system, cache);
  return cache;
}
