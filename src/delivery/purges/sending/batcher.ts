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
import { batcherLease } from './lease.ts';
import { queueTargetBatch } from './target-batch.ts';
import { requeueUndelivered, sweepMs } from './undelivered.ts';

export interface BatcherDeps {
  system: SystemDb;
  clock: Clock;
  log: Log;
  leaseMs: number;
  /** Told which queue has something to send now. */
  wake: (queue: QueueKey) => void;
}

/** Targets in one page of a look at all, and projects in one page of a look at some. */
const pageTargets = 500;
const pageProjects = 100;
/** How long the stream is waited for before the lease is looked at, and the pause after a failure, in milliseconds. */
const waitMs = 1_000;
const pauseMs = 1_000;
/** Between two looks, so that a burst of writes costs few of them; in milliseconds. */
const restMs = 20;

const each = {
  projectOf: (target: TargetRecord) => target.project_id,
  keyOf: (target: TargetRecord) => target._id,
};

/**
 * Makes the purges of all targets, in one process at a time. A target's row contains its position; the stream only says
 * when to look, and a sweep finds the rest. Everything here may run twice, for example in a process that was frozen
 * (src/delivery/README.md).
 */
export class Batcher {
  readonly #deps: BatcherDeps;
  readonly #lease: HeldLease;
  readonly #loop: ProjectLoop;
  readonly #bell = new WakeSignal();
  readonly #agenda = new PurgeSchedule();
  /** Projects of which the stream told something since the last look. */
  readonly #rung = new Set<string>();
  #sweptAt = -Infinity;
  #stopping = false;
  #running: Promise<void> | null = null;
  #fault: string | null = null;

  constructor(deps: BatcherDeps) {
    this.#deps = deps;
    this.#loop = projectLoop(deps.system, 'purges.batch', sweepMs);
    this.#lease = new HeldLease(deps.system, { name: batcherLease, forMs: deps.leaseMs });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends after the look under way and gives the lease back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#bell.ring();
    await this.#running;
  }

  /** What is wrong in this process, or null. */
  problem(): string | null {
    return this.#fault;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (await this.#lease.keep()) await this.#follow();
        else await this.#bell.wait(Math.min(pauseMs, this.#deps.leaseMs / 3));
        this.#fault = null;
      } catch (error) {
        this.#fault = `purges cannot be prepared (${error instanceof Error ? error.name : 'unknown'}); it is tried again`;
        this.#deps.log.warn({ fault: String(error) }, this.#fault);
        await this.#bell.wait(pauseMs);
      }
    }
    await this.#lease.release();
  }

  /** Looks once after the stream's beginning: what was invalidated before it is found there. */
  async #follow(): Promise<void> {
    const { system, leaseMs } = this.#deps;
    const longestMs = Math.max(50, Math.min(waitMs, leaseMs / 4));
    const told = watchInvalidations(system, { from: await databaseTime(system), waitMs: longestMs });
    const listening = { goesOn: true, fault: null as unknown };
    const listened = this.#listen(() => told.next(), listening);
    this.#sweptAt = -Infinity;
    try {
      while (!this.#stopping && listening.goesOn && (await this.#lease.keep())) {
        await this.#look();
        await pause(restMs);
        await this.#bell.wait(Math.min(longestMs, this.#untilNextMs()));
      }
      if (!listening.goesOn) throw listening.fault;
    } finally {
      listening.goesOn = false;
      await told.close().catch(() => undefined);
      await listened;
    }
  }

  /** Rings for invalidations in projects with targets, until the stream ends. */
  async #listen(
    next: () => Promise<{ projectId: string } | null>,
    listening: { goesOn: boolean; fault: unknown },
  ): Promise<void> {
    try {
      while (listening.goesOn) {
        const told = await next();
        if (told === null || !this.#agenda.has(told.projectId)) continue;
        this.#rung.add(told.projectId);
        this.#bell.ring();
      }
    } catch (fault) {
      Object.assign(listening, { goesOn: false, fault });
      this.#bell.ring();
    }
  }

  async #look(): Promise<void> {
    const { system, clock } = this.#deps;
    const isSweep = performance.now() >= this.#sweptAt + sweepMs;
    const rung = [...this.#rung];
    this.#rung.clear();
    if (isSweep) {
      this.#sweptAt = performance.now();
      await requeueUndelivered(system, clock.now());
      return this.#sweep();
    }
    const projectIds = [...new Set([...rung, ...this.#agenda.due(clock.now())])];
    for (let from = 0; from < projectIds.length; from += pageProjects) {
      const page = projectIds.slice(from, from + pageProjects);
      this.#agenda.forget(page);
      await this.#queueBatches(await enabledTargets(system, page));
    }
  }

  /** Looks at the targets of all projects, page by page. */
  async #sweep(): Promise<void> {
    const seen = new Set<string>();
    let after: string | null = null;
    for (let hasMore = true; hasMore && !this.#stopping;) {
      const page = await enabledTargetsAfter(this.#deps.system, after, pageTargets);
      for (const { project_id: id } of page.targets) seen.add(id);
      await this.#queueBatches(page.targets);
      after = page.targets.at(-1)?.project_id ?? null;
      ({ hasMore } = page);
    }
    if (!this.#stopping) this.#agenda.retain(seen);
  }

  /** Makes the batches that are due for these targets, which are all enabled ones of their projects. */
  async #queueBatches(targets: readonly TargetRecord[]): Promise<void> {
    const { system } = this.#deps;
    const projectIds = [...new Set(targets.map((one) => one.project_id))];
    const projects = new Map((await findProjects(system, projectIds)).map((one) => [one._id, one]));
    this.#agenda.forget(projectIds);
    for (const target of targets) this.#agenda.note(target.project_id, target._id, null);
    await this.#loop.runRows(targets, each, async (target) => {
      const project = projects.get(target.project_id);
      if (project !== undefined) await this.#queueBatch(target, project); // else it is being deleted
    });
  }

  async #queueBatch(target: TargetRecord, project: ProjectRecord): Promise<void> {
    const { system, clock, wake } = this.#deps;
    const state = { at: invalidationPosition(project), now: clock.now() };
    const { isMade, nextAt } = await queueTargetBatch(system, target, state);
    this.#agenda.note(target.project_id, target._id, nextAt);
    if (isMade) wake(queueOfTarget(target));
  }

  #untilNextMs(): number {
    const sweep = this.#sweptAt + sweepMs - performance.now();
    const next = this.#agenda.next();
    const due = next === null ? sweep : next.getTime() - this.#deps.clock.now().getTime();
    return Math.max(0, Math.min(sweep, due));
  }
}
