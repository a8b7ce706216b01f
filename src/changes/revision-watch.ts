import type { SystemDb } from '../platform/mongo/handle.ts';
import { revisionsOf } from '../projects/service.ts';

/** How often the revisions of the projects that somebody waits for are read, in milliseconds. */
const lookMs = 250;

interface Waiter {
  projectId: string;
  after: number;
  done: (revision: number | null) => void;
}

/**
 * Waits for projects to change. All who wait in this process share one read of the projects' own rows, so that what
 * they learn depends on no other process; while nobody waits nothing is read.
 */
class RevisionWatch {
  readonly #system: SystemDb;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;

  constructor(system: SystemDb) {
    this.#system = system;
  }

  /** The project's revision as soon as it is above `after`; null when the time is over or the signal is aborted. */
  async wait(
    projectId: string,
    after: number,
    ending: { ms: number; signal?: AbortSignal },
  ): Promise<number | null> {
    if (ending.signal?.aborted === true) return null;
    return new Promise((resolve) => {
      const waiter: Waiter = { projectId, after, done };
      const timer = setTimeout(giveUp, ending.ms);
      ending.signal?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
      this.#timer ??= setTimeout(() => void this.#look(), lookMs);

      const remove = () => this.#waiters.delete(waiter);
      function giveUp(): void {
        done(null);
      }
      function done(revision: number | null): void {
        remove();
        clearTimeout(timer);
        ending.signal?.removeEventListener('abort', giveUp);
        resolve(revision);
      }
    });
  }

  async #look(): Promise<void> {
    const ids = [...new Set([...this.#waiters].map((waiter) => waiter.projectId))];
    const revisions = await revisionsOf(this.#system, ids).catch(() => new Map<string, number>()); // asked again soon
    for (const { projectId, after, done } of [...this.#waiters]) {
      const revision = revisions.get(projectId) ?? 0;
      if (revision > after) done(revision);
    }
    this.#timer = this.#waiters.size === 0 ? null : setTimeout(() => void this.#look(), lookMs);
  }
}

const watches = new WeakMap<SystemDb, RevisionWatch>();

/** The one watch of a database in this process. */
export function revisionWatch(system: SystemDb): Pick<RevisionWatch, 'wait'> {
  const known = watches.get(system) ?? new RevisionWatch(system);
  watches.set(system, known);
  return known;
}
