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

/** A request waits this long for the work that it asked for; a long queue goes on behind it. In milliseconds. */
const answerMs = 1_500;
/** Time between two sweeps. */
const sweepMs = 10_000;

interface Work {
  ended: Promise<void>;
  /** Deliveries that were queued again. */
  replayed: number;
}

/**
 * Brings endpoints' queues in line with what was decided about them: held while an endpoint is disabled, queued while
 * it is enabled, dropped, replayed. The decision stands in the endpoint's row, and takes effect there at once: nothing
 * is sent against it. Its rows are moved afterwards, a few at a time; a process that dies or stops leaves the rest to
 * the next that finds it.
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

  /** Works on an endpoint's queue, and answers when that is done or when the request has waited long enough. */
  async settle(queue: QueueKey, now: Date): Promise<{ replayed: number }> {
    const work = this.begin(queue, now);
    await withTimeout(work.ended, answerMs, undefined);
    return { replayed: work.replayed };
  }

  /** Begins to work on an endpoint's queue, unless this process is at it. */
  begin(queue: QueueKey, now: Date): Work {
    const known = this.#running.get(queue.endpoint_id);
    if (known !== undefined) return known;
    const work: Work = { ended: Promise.resolve(), replayed: 0 };
    this.#running.set(queue.endpoint_id, work);
    work.ended = new Promise((resolve) =>
      runInBackground('work on the queue of an endpoint', () =>
        this.#runIsolated(queue, now, work).finally(() => {
          this.#running.delete(queue.endpoint_id);
          resolve();
        }),
      ),
    );
    return work;
  }

  /** Takes up what is left by processes that are gone, and by changes at the same moment. */
  async sweep(now: Date): Promise<void> {
    const except = [...this.#running.keys(), ...this.#loop.pausedKeys()];
    for (const queue of await endpointsWithWork(this.#system, except)) this.begin(queue, now);
  }

  /** Waits for all that this process has begun. */
  async done(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Begins nothing more, leaves the rest to others, and waits for the steps that run. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.done();
  }

  /** A failure pauses the endpoint in sweeps; a request tries it at once. */
  async #runIsolated(queue: QueueKey, now: Date, work: Work): Promise<void> {
    const { project_id: projectId, endpoint_id: endpointId } = queue;
    this.#loop.resume(endpointId);
    await this.#loop.run(projectId, () => this.#run(queue, now, work), endpointId);
  }

  async #run(queue: QueueKey, now: Date, work: Work): Promise<void> {
    const claim = randomUUID();
    if ((await findEndpoint(this.#system.project(queue.project_id), queue.endpoint_id)) === null)
      return removeAllOf(this.#system, queue);
    if (!(await claimWork(this.#system, queue, claim))) return; // another process is at it, and sees what changed
    try {
      while (!this.#stopping) {
        const begun = performance.now();
        const endpoint = await renewWork(this.#system, queue, claim);
        if (endpoint === null) return;
        const isDone = !(await this.#step(endpoint, now, work));
        if (isDone && (await finishWork(this.#system, endpoint, claim))) return;
        // It rests for as long as the step took: a long queue leaves the database to others.
        if (!isDone) await pause(performance.now() - begun);
      }
    } finally {
      await releaseWork(this.#system, queue, claim);
    }
  }

  /** Moves a few rows. Answers whether there was anything to do. */
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
    const moved = enabled
      ? await moveSome(system, queue, { from: 'held', to: { state: 'queued', next_attempt_at: now } })
      : await moveSome(system, queue, { from: 'queued', to: { state: 'held' } });
    if (moved > 0) return true;
    if (endpoint.replay === undefined) return false;
    work.replayed += await replayStep(system.project(queue.project_id), endpoint, endpoint.replay, now);
    return true;
  }
}

const works = new WeakMap<SystemDb, QueueWork>();

/** The one worker on queues of a database in this process. */
export function queueWork(system: SystemDb): QueueWork {
  const known = works.get(system) ?? new QueueWork(system);
  works.set(system, known);
  return known;
}
