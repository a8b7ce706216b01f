import { randomUUID } from 'node:crypto';
import type { ProjectDb, SystemDb } from '../mongo/scope/handle.ts';
import { runInBackground } from '../util/async/background.ts';
import type { Lease, LeasedRow, LeasedRows } from './leased-rows.ts';
import { type ProjectLoop, projectLoop } from './project-loops.ts';

/** Another runner can claim work that made no step for this long. */
const leaseMs = 15_000;
/** How long one piece of work runs before others get a time slice. */
const timeSliceMs = 3_000;
const pollMs = 1_000;

/** Long work of projects, one row for each piece. */
interface SlicedWork<R extends LeasedRow> {
  /** The name of the job that starts it. */
  name: string;
  rows: LeasedRows<R>;
  /** Works on a row until it is done or `isOver` returns true. Handles its own errors. */
  work: (db: ProjectDb, row: R, isOver: () => boolean) => Promise<void>;
}

interface SliceParts {
  readonly system: SystemDb;
  readonly clock: { now: () => Date };
  /** Maximum projects that this process works on concurrently. */
  readonly bulkConcurrency: number;
  readonly stopping?: AbortSignal;
}

/** Runs long work in time slices: one piece per project, of a limited number of projects at once. */
export class TimeSlices<R extends LeasedRow> {
  readonly #parts: SliceParts;
  readonly #sliced: SlicedWork<R>;
  readonly holder = randomUUID();
  /** Projects whose work runs in this process. */
  readonly #busy = new Set<string>();
  readonly #loop: ProjectLoop;

  constructor(parts: SliceParts, sliced: SlicedWork<R>) {
    this.#parts = parts;
    this.#sliced = sliced;
    this.#loop = projectLoop(parts.system, sliced.name, pollMs);
  }

  /** The lease of this runner from now on. */
  lease(): Lease {
    return { holder: this.holder, until: new Date(this.#parts.clock.now().getTime() + leaseMs) };
  }

  /** Starts due work in the background, up to the concurrency limit. */
  async start(): Promise<void> {
    const { system, clock, bulkConcurrency } = this.#parts;
    while (!this.#isStopping() && this.#busy.size < bulkConcurrency) {
      const excludedProjects = [...this.#busy, ...this.#loop.pausedProjects()];
      const next = await this.#sliced.rows.findNext(system, clock.now(), excludedProjects);
      if (next === null || this.#busy.has(next.project_id)) return;
      const { project_id: projectId } = next;
      this.#busy.add(projectId);
      const db = system.project(projectId);
      const row = await this.#claim(db, next);
      if (row !== null) runInBackground(this.#sliced.name, () => this.#runSlice(db, row));
    }
  }

  /** Claims a row; null if another runner has it or its project is paused. */
  async #claim(db: ProjectDb, row: R): Promise<R | null> {
    const claimedRows: R[] = [];
    try {
      await this.#loop.run(db.projectId, async () => {
        const claimedRow = await this.#sliced.rows.claim(db, row, this.lease());
        if (claimedRow !== null) claimedRows.push(claimedRow);
      });
      return claimedRows[0] ?? null;
    } finally {
      if (claimedRows.length === 0) this.#busy.delete(db.projectId);
    }
  }

  async #runSlice(db: ProjectDb, row: R): Promise<void> {
    const endsAt = performance.now() + timeSliceMs;
    const isOver = () => this.#isStopping() || performance.now() > endsAt;
    await this.#sliced.work(db, row, isOver).finally(() => this.#busy.delete(db.projectId));
    await this.start();
  }

  #isStopping(): boolean {
    return this.#parts.stopping?.aborted === true;
  }
}
