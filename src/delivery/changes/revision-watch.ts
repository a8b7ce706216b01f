import type { SystemDb } from '../../core/mongo/index.ts';
import { type InvalidationPosition, readRevisions } from '../../projects/index.ts';

/** What is waited for: a later revision, and where `hand` is given also what is invalidated by hand after it. */
export type AwaitedPosition = Pick<InvalidationPosition, 'revision'> & Partial<InvalidationPosition>;

/** How often the revisions of the projects that requests wait for are read, in milliseconds. */
const lookMs = 250;

interface Waiter {
  projectId: string;
  after: AwaitedPosition;
  done: (place: InvalidationPosition | null) => void;
}

/**
 * Waits for projects to change. All who wait in this process share one read of the projects' own rows, so that what
 * they learn depends on no other process; while no caller waits nothing is read.
 */
class RevisionWatch {
  readonly #system: SystemDb;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;

  constructor(system: SystemDb) {
    this.#system = system;
  }

  /** Where the project stands as soon as that is beyond `after`; null when the time is over or the signal is aborted. */
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
      this.#timer ??= setTimeout(() => void this.#look(), lookMs);

      const remove = () => this.#waiters.delete(waiter);
      function giveUp(): void {
        done(null);
      }
      function done(place: InvalidationPosition | null): void {
        remove();
        clearTimeout(timer);
        ending.signal?.removeEventListener('abort', giveUp);
        resolve(place);
      }
    });
  }

  async #look(): Promise<void> {
    const ids = [...new Set([...this.#waiters].map((waiter) => waiter.projectId))];
    const places = await readRevisions(this.#system, ids).catch(
      () => new Map<string, InvalidationPosition>(),
    ); // asked again soon
    for (const { projectId, after, done } of [...this.#waiters]) {
      const place = places.get(projectId);
      if (place === undefined) continue;
      if (place.revision > after.revision || place.hand > (after.hand ?? Infinity)) done(place);
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
