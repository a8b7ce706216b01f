import type { SystemDb } from '../../core/mongo/index.ts';
import { type InvalidationPosition, readRevisions } from '../../projects/index.ts';

/** A wait ends at a later revision and, if `hand` is set, also at a later manual invalidation. */
export type AwaitedPosition = Pick<InvalidationPosition, 'revision'> & Partial<InvalidationPosition>;

/** Milliseconds between two reads of the revisions. */
const pollMs = 250;

interface Waiter {
  projectId: string;
  after: AwaitedPosition;
  done: (position: InvalidationPosition | null) => void;
}

/**
 * Waits for projects to change. All waiting requests of this process share one read of the projects' rows, so no other
 * process has to notify this one. Without waiting requests nothing is read.
 */
class RevisionWatch {
  readonly #system: SystemDb;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;

  constructor(system: SystemDb) {
    this.#system = system;
  }

  /** Returns the project's position once it is beyond `after`, or null at the timeout or when the signal is aborted. */
  async wait(
    projectId: string,
    after: AwaitedPosition,
    ending: { ms: number; signal?: AbortSignal },
  ): Promise<InvalidationPosition | null> {
    if (ending.signal?.aborted === true) return null;
    return new Promise((resolve) => {
      const waiter: Waiter = { projectId, after, done };
      const timer = setTimeout(giveUp, ending.ms);
      ending.signal?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
      this.#timer ??= setTimeout(() => void this.#poll(), pollMs);

      const remove = () => this.#waiters.delete(waiter);
      function giveUp(): void {
        done(null);
      }
      function done(position: InvalidationPosition | null): void {
        remove();
        clearTimeout(timer);
        ending.signal?.removeEventListener('abort', giveUp);
        resolve(position);
      }
    });
  }

  async #poll(): Promise<void> {
    const ids = [...new Set([...this.#waiters].map((waiter) => waiter.projectId))];
    const positions = await readRevisions(this.#system, ids).catch(
      () => new Map<string, InvalidationPosition>(),
    ); // the next read tries again
    for (const { projectId, after, done } of [...this.#waiters]) {
      const position = positions.get(projectId);
      if (position === undefined) continue;
      if (position.revision > after.revision || position.hand > (after.hand ?? Infinity)) done(position);
    }
    this.#timer = this.#waiters.size === 0 ? null : setTimeout(() => void this.#poll(), pollMs);
  }
}

const watches = new WeakMap<SystemDb, RevisionWatch>();

/** Returns the watch that this process has for a database. */
export function revisionWatch(system: SystemDb): Pick<RevisionWatch, 'wait'> {
  const watch = watches.get(system) ?? new RevisionWatch(system);
  watches.set(system, watch);
  return watch;
}
