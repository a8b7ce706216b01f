import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { moveSome, removeAllOf } from '../../queue/repository.ts';
import type { QueueKey } from '../../queue/schema.ts';
import { runInBackground, withTimeout } from '../../../core/util/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../../core/jobs/index.ts';
import { replayStep } from './replay-step.ts';
import {
  claimWork,
  endDropping,
  endpointsWithWork,
  findEndpoint,
  finishWork,
  releaseWork,
  renewWork,
} from '../repository.ts';
import type { EndpointRecord } from '../schema.ts';

/** Milliseconds that a request waits for the work that it started; longer work continues after the response. */
const responseMs = 1_500;
/** Milliseconds between two sweeps. */
const sweepMs = 10_000;

interface Work {
  finished: Promise<void>;
  /** Number of deliveries that were queued again. */
  replayedCount: number;
}

/**
 * Updates queues after their endpoints were enabled, disabled, deleted or replayed. The endpoint's row takes effect at
 * once: the sender checks it before each delivery. The deliveries are moved afterwards in small steps; if the process
 * ends, another one continues.
 */
export class QueueWork {
  readonly #system: SystemDb;
  readonly #loop: ProjectLoop;
  readonly #running = new Map<string, Work>();
  #stopping = false;

  constructor(system: SystemDb) {
    this.#system = system;
    this.#loop = projectLoop(system, 'webhooks.settle', sweepMs);
  }

  /** Updates an endpoint's queue. Returns when that is done, or after `responseMs`. */
  async settle(queue: QueueKey, now: Date): Promise<{ replayed: number }> {
    const work = this.start(queue, now);
    await withTimeout(work.finished, responseMs, undefined);
    return { replayed: work.replayedCount };
  }

  /** Starts to update an endpoint's queue, unless this process already does. */
  start(queue: QueueKey, now: Date): Work {
    const runningWork = this.#running.get(queue.endpoint_id);
    if (runningWork !== undefined) return runningWork;
    const work: Work = { finished: Promise.resolve(), replayedCount: 0 };
    this.#running.set(queue.endpoint_id, work);
    work.finished = new Promise((resolve) =>
      runInBackground('work on the queue of an endpoint', () =>
        this.#runIsolated(queue, now, work).finally(() => {
          this.#running.delete(queue.endpoint_id);
          resolve();
        }),
      ),
    );
    return work;
  }

  /** Continues work that other processes left unfinished, and work requested during a concurrent change. */
  async sweep(now: Date): Promise<void> {
    const except = [...this.#running.keys(), ...this.#loop.pausedKeys()];
    for (const queue of await endpointsWithWork(this.#system, except)) this.start(queue, now);
  }

  /** Waits for all work that this process started. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ finished }) => finished));
  }

  /** Starts no further steps and waits for the running ones. Other processes do the rest. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.waitUntilIdle();
  }

  /** After a failure, sweeps skip the endpoint for a while, but a request tries it at once. */
  async #runIsolated(queue: QueueKey, now: Date, work: Work): Promise<void> {
    const { project_id: projectId, endpoint_id: endpointId } = queue;
    this.#loop.resume(endpointId);
    await this.#loop.run(projectId, () => this.#run(queue, now, work), endpointId);
  }

  async #run(queue: QueueKey, now: Date, work: Work): Promise<void> {
    const claim = randomUUID();
    if ((await findEndpoint(this.#system.project(queue.project_id), queue.endpoint_id)) === null)
      return removeAllOf(this.#system, queue);
    if (!(await claimWork(this.#system, queue, claim))) return; // another process works on it and reads the change
    try {
      while (!this.#stopping) {
        const stepStart = performance.now();
        const endpoint = await renewWork(this.#system, queue, claim);
        if (endpoint === null) return;
        const isDone = !(await this.#step(endpoint, now, work));
        if (isDone && (await finishWork(this.#system, endpoint, claim))) return;
        // Pausing for the duration of the step limits the load of a long queue on the database.
        if (!isDone) await pause(performance.now() - stepStart);
      }
    } finally {
      await releaseWork(this.#system, queue, claim);
    }
  }

  /** Moves a few rows. Returns false if there was nothing to do. */
  async #step(endpoint: EndpointRecord, now: Date, work: Work): Promise<boolean> {
    const system = this.#system;
    const queue = { project_id: endpoint.project_id, endpoint_id: endpoint._id };
    const { drop_before: before, enabled } = endpoint;
    if (before !== undefined) {
      const to = { state: 'dropped', finished_at: before } as const;
      if ((await moveSome(system, queue, { from: 'held', to, before })) > 0) return true;
      if ((await moveSome(system, queue, { from: 'queued', to, before })) > 0) return true;
      await endDropping(system.project(queue.project_id), queue.endpoint_id, before);
      return true;
    }
    const movedCount = enabled
      ? await moveSome(system, queue, { from: 'held', to: { state: 'queued', next_attempt_at: now } })
      : await moveSome(system, queue, { from: 'queued', to: { state: 'held' } });
    if (movedCount > 0) return true;
    if (endpoint.replay === undefined) return false;
    work.replayedCount += await replayStep(system.project(queue.project_id), endpoint, endpoint.replay, now);
    return true;
  }
}

const workers = new WeakMap<SystemDb, QueueWork>();

/** Returns the worker that this process has for the queues of a database. */
export function queueWork(system: SystemDb): QueueWork {
  const worker = workers.get(system) ?? new QueueWork(system);
  workers.set(system, worker);
  return worker;
}
