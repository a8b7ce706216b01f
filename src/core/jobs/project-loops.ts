import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from '../mongo/connection/failures.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';

/** Wait before failed work is tried again: after the first failure, and at most; it doubles with each failure. */
const firstWaitMs = 5_000;
const maxWaitMs = 5 * 60_000;
/** How long finished work is skipped: a page that was read earlier may still list it. */
const finishedMs = 1_000;
/** Failures of one project and loop are reported this often; the work itself may fail for each of many rows. */
const reportEveryMs = 60_000;
const projectsAtOnce = 8;
const keysMax = 20_000;

/** One project whose work fails in one loop. */
interface ProjectFailure {
  loop: string;
  projectId: string;
  error: string;
}

interface CurrentFailure extends ProjectFailure {
  key: string;
  /** The failure counts as resolved if it did not come back until then. */
  until: number;
  reportedAt: number;
}

/**
 * A loop over the work of all projects. A failure pauses that project's work, or one piece of it, and never ends the
 * loop. Each process learns failures by itself and forgets them when it ends.
 */
export class ProjectLoop {
  readonly #name: string;
  readonly #everyMs: number;
  readonly #report: (failure: ProjectFailure) => void;
  readonly #waits = new LRUCache<string, { until: number; waitMs: number }>({ max: keysMax });
  readonly #failing = new LRUCache<string, CurrentFailure>({ max: keysMax });

  constructor(name: string, everyMs: number, report: (failure: ProjectFailure) => void) {
    this.#name = name;
    this.#everyMs = everyMs;
    this.#report = report;
  }

  /** Whether work under this key is skipped for now; the key of a project's whole work is the project's id. */
  isPaused(key: string): boolean {
    return (this.#waits.get(key)?.until ?? 0) > performance.now();
  }

  /** Projects whose whole work is paused, so that queries can omit their rows. */
  pausedProjects(): string[] {
    const projectFailures = [...this.#failing.values()].filter(({ key, projectId }) => key === projectId);
    return projectFailures.flatMap(({ projectId }) => (this.isPaused(projectId) ? [projectId] : []));
  }

  /** Keys whose work is paused, so that queries can omit their rows. */
  pausedKeys(): string[] {
    return [...this.#waits.keys()].filter((key) => this.isPaused(key));
  }

  /** Skips work under a key for a while without reporting it, longer each time until the work succeeds. */
  pause(key: string): number {
    const waitMs = Math.min(maxWaitMs, Math.max(firstWaitMs, 2 * (this.#waits.get(key)?.waitMs ?? 0)));
    this.#waits.set(key, { until: performance.now() + waitMs, waitMs });
    return waitMs;
  }

  /** Lets work under a key be tried at once. */
  resume(key: string): void {
    const wait = this.#waits.get(key);
    if (wait !== undefined) this.#waits.set(key, { ...wait, until: 0 });
  }

  /** Skips finished work until no page lists it any more. */
  finish(key: string): void {
    this.#waits.set(key, { until: performance.now() + finishedMs, waitMs: 0 });
  }

  /**
   * Does a project's work, unless it is paused. A failure pauses it and is reported.
   * @param key - one piece of the work that fails alone, such as a row; the project's whole work if omitted.
   * @returns whether the work was done
   * @throws the error if the whole database is unavailable
   */
  async run(projectId: string, work: () => Promise<unknown>, key = projectId): Promise<boolean> {
    if (this.isPaused(key)) return false;
    try {
      await work();
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.#fail(projectId, key, error);
      return false;
    }
    this.#waits.delete(key);
    if (this.#failing.get(projectId)?.key === key) this.#failing.delete(projectId);
    return true;
  }

  /**
   * Does the work of each project with its rows, a few projects at once, so that a slow one delays the others little.
   * @returns the rows whose work was not done
   */
  runEach<T>(
    rows: Iterable<T>,
    projectOf: (row: T) => string,
    work: (rows: readonly T[], projectId: string) => Promise<unknown>,
  ): Promise<T[]> {
    return runConcurrently(groupBy(rows, projectOf), async ([projectId, own]) =>
      (await this.run(projectId, () => work(own, projectId))) ? [] : own,
    );
  }

  /**
   * Does the work with each row, one after another inside a project. A row that fails stops no other row.
   * @returns the rows whose work was not done
   */
  runRows<T>(
    rows: Iterable<T>,
    { projectOf, keyOf }: { projectOf: (row: T) => string; keyOf: (row: T) => string },
    work: (row: T) => Promise<unknown>,
  ): Promise<T[]> {
    return runConcurrently(groupBy(rows, projectOf), async ([projectId, own]) => {
      const undone: T[] = [];
      for (const row of own) if (!(await this.run(projectId, () => work(row), keyOf(row)))) undone.push(row);
      return undone;
    });
  }

  failures(): ProjectFailure[] {
    const now = performance.now();
    return [...this.#failing.values()].filter(({ until }) => until > now);
  }

  #fail(projectId: string, key: string, error: unknown): void {
    const now = performance.now();
    const waitMs = this.pause(key);
    const before = this.#failing.get(projectId);
    const isNew = before === undefined || now > before.reportedAt + reportEveryMs;
    const failure = { loop: this.#name, projectId, error: String(error) };
    const until = now + 2 * Math.max(waitMs, this.#everyMs);
    const reportedAt = isNew ? now : before.reportedAt;
    this.#failing.set(projectId, { ...failure, key, until, reportedAt });
    if (isNew) this.#report(failure);
  }
}

function groupBy<T>(rows: Iterable<T>, keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** Works on a few items at once and returns all results. All running work ends before the first error is thrown. */
async function runConcurrently<T, R>(items: Iterable<T>, work: (item: T) => Promise<R[]>): Promise<R[]> {
  const shared = items[Symbol.iterator]();
  const results: R[] = [];
  const runItems = async () => {
    for (let next = shared.next(); next.done !== true; next = shared.next())
      results.push(...(await work(next.value)));
  };
  const outcomes = await Promise.allSettled(Array.from({ length: projectsAtOnce }, runItems));
  const failure = outcomes.find((one) => one.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return results;
}

/** All loops over projects of one database in this process. */
export class ProjectLoops {
  readonly #loops = new Map<string, ProjectLoop>();
  #report: (failure: ProjectFailure) => void = () => undefined;

  /** Sets where failures are reported: the log and the counters, once they exist. */
  reportTo(report: (failure: ProjectFailure) => void): void {
    this.#report = report;
  }

  loop(name: string, everyMs: number): ProjectLoop {
    const existing =
      this.#loops.get(name) ?? new ProjectLoop(name, everyMs, (failure) => this.#report(failure));
    this.#loops.set(name, existing);
    return existing;
  }

  failures(): ProjectFailure[] {
    return [...this.#loops.values()].flatMap((loop) => loop.failures());
  }

  /** Null when no project's work fails, else one sentence that names the projects. */
  problem(): string | null {
    const failures = this.failures();
    if (failures.length === 0) return null;
    const failingWork = failures.slice(0, 5).map(({ loop, projectId }) => `${loop} of project ${projectId}`);
    const others =
      failures.length > failingWork.length ? ` and ${failures.length - failingWork.length} more` : '';
    return `failing and tried again later: ${failingWork.join(', ')}${others}; other projects are not affected, and the log contains the reason`;
  }
}

const loopsOf = new WeakMap<SystemDb, ProjectLoops>();

export function projectLoops(system: SystemDb): ProjectLoops {
  const existing = loopsOf.get(system) ?? new ProjectLoops();
  loopsOf.set(system, existing);
  return existing;
}

/** The loop of this name; `everyMs` is the time between two of its rounds. */
export function projectLoop(system: SystemDb, name: string, everyMs: number): ProjectLoop {
  return projectLoops(system).loop(name, everyMs);
}
