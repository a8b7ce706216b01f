import { setTimeout as pause } from 'node:timers/promises';
import type { QueueKey } from '../../queue/schema.ts';
import {
  findProjects,
  invalidationPosition,
  type ProjectRecord,
  watchInvalidations,
} from '../../../projects/index.ts';
import { WakeSignal, type Clock } from '../../../core/util/index.ts';
import type { Log } from '../../../core/http/index.ts';
import { databaseTime, HeldLease, type SystemDb } from '../../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../../core/jobs/index.ts';
import {
  enabledTargets,
  enabledTargetsAfter,
  queueOf as queueOfTarget,
  type TargetRecord,
} from '../../webhooks/target-repository.ts';
import { PurgeSchedule } from './purge-schedule.ts';
import { queueTargetBatch } from './target-batch.ts';
import { requeueUndelivered, sweepMs } from './undelivered.ts';

export interface BatcherDeps {
  system: SystemDb;
  clock: Clock;
  log: Log;
  leaseMs: number;
  /** Called with each queue that has something to send now. */
  wake: (queue: QueueKey) => void;
}

/** The process that holds this lease queues the batches. */
export const batcherLease = 'purges';
/** Targets per page when all are checked, and projects per page when only changed ones are. */
const pageTargets = 500;
const pageProjects = 100;
/** Maximum milliseconds between two renewals of the lease, and the pause after a failure. */
const waitMs = 5_000;
const pauseMs = 1_000;
/** Milliseconds between two checks, so that a burst of writes causes only a few. */
const pollPauseMs = 20;

const each = {
  projectOf: (target: TargetRecord) => target.project_id,
  keyOf: (target: TargetRecord) => target._id,
};

/**
 * Queues the purges of all targets, in one process at a time. Each target's row contains its position; the stream only
 * triggers checks, and a sweep catches what it missed. Every step may run twice, for example after a process was frozen
 * (src/delivery/README.md).
 */
export class Batcher {
  readonly #deps: BatcherDeps;
  readonly #lease: HeldLease;
  readonly #loop: ProjectLoop;
  readonly #wakeSignal = new WakeSignal();
  readonly #schedule = new PurgeSchedule();
  /** Projects in the stream since the last check. */
  readonly #changedProjectIds = new Set<string>();
  #sweptAt = -Infinity;
  /** Undelivered purges may exist. */
  #hasUndelivered = true;
  #stopping = false;
  #running: Promise<void> | null = null;
  #failure: string | null = null;

  constructor(deps: BatcherDeps) {
    this.#deps = deps;
    this.#loop = projectLoop(deps.system, 'purges.batch', sweepMs);
    this.#lease = new HeldLease(deps.system, { name: batcherLease, forMs: deps.leaseMs });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Waits for the current check, then releases the lease. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeSignal.signal();
    await this.#running;
  }

  /** Lets the next sweep look for purges that weren't delivered. */
  noteUndelivered(): void {
    this.#hasUndelivered = true;
  }

  /** Tries to take the lease now, because its holder is gone. */
  wake(): void {
    if (!this.#lease.isHeld) this.#wakeSignal.signal();
  }

  /** Returns the current error of this process as a sentence, or null. */
  problem(): string | null {
    return this.#failure;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (await this.#lease.keep()) await this.#follow();
        else await this.#wakeSignal.wait(this.#deps.leaseMs / 3);
        this.#failure = null;
      } catch (error) {
        this.#failure = `purges cannot be prepared (${error instanceof Error ? error.name : 'unknown'}); it is tried again`;
        this.#deps.log.warn({ fault: String(error) }, this.#failure);
        await this.#wakeSignal.wait(pauseMs);
      }
    }
    await this.#lease.release();
  }

  /** Sweeps once after the stream opens, because the stream lacks earlier invalidations. */
  async #follow(): Promise<void> {
    const { system, leaseMs } = this.#deps;
    const longestMs = Math.max(50, Math.min(waitMs, leaseMs / 3));
    const invalidations = watchInvalidations(system, { from: await databaseTime(system), waitMs: longestMs });
    const streamState = { isOpen: true, error: null as unknown };
    const listener = this.#listen(() => invalidations.next(), streamState);
    this.#sweptAt = -Infinity;
    try {
      while (!this.#stopping && streamState.isOpen && (await this.#lease.keep())) {
        await this.#checkTargets();
        await pause(pollPauseMs);
        await this.#wakeSignal.wait(Math.min(longestMs, this.#untilNextMs()));
      }
      if (!streamState.isOpen) throw streamState.error;
    } finally {
      streamState.isOpen = false;
      await invalidations.close().catch(() => undefined);
      await listener;
    }
  }

  /** Triggers a check for each invalidation in a project with targets, until the stream ends. */
  async #listen(
    next: () => Promise<{ projectId: string } | null>,
    streamState: { isOpen: boolean; error: unknown },
  ): Promise<void> {
    try {
      while (streamState.isOpen) {
        const invalidation = await next();
        if (invalidation === null || !this.#schedule.has(invalidation.projectId)) continue;
        this.#changedProjectIds.add(invalidation.projectId);
        this.#wakeSignal.signal();
      }
    } catch (error) {
      Object.assign(streamState, { isOpen: false, error });
      this.#wakeSignal.signal();
    }
  }

  async #checkTargets(): Promise<void> {
    const { system, clock } = this.#deps;
    const isSweep = performance.now() >= this.#sweptAt + sweepMs;
    const changedIds = [...this.#changedProjectIds];
    this.#changedProjectIds.clear();
    if (isSweep) {
      this.#sweptAt = performance.now();
      if (this.#hasUndelivered) {
        this.#hasUndelivered = false;
        await requeueUndelivered(system, clock.now());
      }
      return this.#sweep();
    }
    const projectIds = [...new Set([...changedIds, ...this.#schedule.due(clock.now())])];
    for (let from = 0; from < projectIds.length; from += pageProjects) {
      const page = projectIds.slice(from, from + pageProjects);
      this.#schedule.forget(page);
      await this.#queueBatches(await enabledTargets(system, page));
    }
  }

  async #sweep(): Promise<void> {
    const projectIds = new Set<string>();
    let after: string | null = null;
    for (let hasMore = true; hasMore && !this.#stopping;) {
      const page = await enabledTargetsAfter(this.#deps.system, after, pageTargets);
      for (const { project_id: id } of page.targets) projectIds.add(id);
      await this.#queueBatches(page.targets);
      after = page.targets.at(-1)?.project_id ?? null;
      ({ hasMore } = page);
    }
    if (!this.#stopping) this.#schedule.retain(projectIds);
  }

  /** Queues the due batches of these targets, which must be all enabled targets of their projects. */
  async #queueBatches(targets: readonly TargetRecord[]): Promise<void> {
    if (targets.length === 0) return;
    const { system } = this.#deps;
    const projectIds = [...new Set(targets.map((target) => target.project_id))];
    const projects = new Map(
      (await findProjects(system, projectIds)).map((project) => [project._id, project]),
    );
    this.#schedule.forget(projectIds);
    for (const target of targets) this.#schedule.note(target.project_id, target._id, null);
    await this.#loop.runRows(targets, each, async (target) => {
      const project = projects.get(target.project_id);
      if (project !== undefined) await this.#queueBatch(target, project); // else it is being deleted
    });
  }

  async #queueBatch(target: TargetRecord, project: ProjectRecord): Promise<void> {
    const { system, clock, wake } = this.#deps;
    const state = { at: invalidationPosition(project), now: clock.now() };
    const { isQueued, nextAt } = await queueTargetBatch(system, target, state);
    this.#schedule.note(target.project_id, target._id, nextAt);
    if (isQueued) wake(queueOfTarget(target));
  }

  #untilNextMs(): number {
    const sweep = this.#sweptAt + sweepMs - performance.now();
    const next = this.#schedule.next();
    const due = next === null ? sweep : next.getTime() - this.#deps.clock.now().getTime();
    return Math.max(0, Math.min(sweep, due));
  }
}
