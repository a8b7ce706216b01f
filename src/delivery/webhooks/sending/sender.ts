import type { ClaimedDelivery, QueueKey } from '../../queue/schema.ts';
import { claimDelivery, deliveriesAtOncePerEndpoint, settle } from '../../queue/service.ts';
import { dueEndpoints } from '../../queue/queue-repository.ts';
import { freeExpired, removeAllOf, returnClaim } from '../../queue/repository.ts';
import { limits } from '../../../contract/limits.ts';
import type { Log } from '../../../core/http/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { withTimeout } from '../../../core/util/index.ts';
import type { Sending } from '../../../core/outbound/index.ts';
import { FairQueue } from './fair-queue.ts';
import { queueWork } from './queue-work.ts';
import { countFailure, findEndpoint, resetFailures } from '../repository.ts';
import { sendOnce } from './request.ts';
import type { EndpointRecord } from '../schema.ts';
import { SenderTally } from './sender-tally.ts';

const maxFailures = limits.webhook_disable_after_failures;

export interface SenderDeps extends Sending {
  system: SystemDb;
  log: Log;
  /** The waits between attempts, in milliseconds. */
  waitsMs: readonly number[];
  concurrency: SenderConcurrency;
  /** Called when an endpoint waits for a retry. */
  onRetry: (queue: QueueKey, at: Date) => void;
  /** Called after every attempt, for the operator's metrics and the usage of the project. */
  onAttempt: (attempt: SentAttempt) => void;
  onDisabled: () => void;
}

/** A request that was sent to a webhook receiver or purge target. */
export interface SentAttempt {
  ok: boolean;
  durationMs: number;
  projectId: string;
  isPurge: boolean;
}

/** Maximum deliveries under way in one process. */
export interface SenderConcurrency {
  /** Deliveries that began less than a second ago. */
  atOnce: number;
  /** Additional deliveries that have run longer. */
  slow: number;
  /** All deliveries of one project. */
  perProject: number;
}

/** Milliseconds after which a delivery counts as slow. */
const slowAfterMs = 1_000;

/** A claim expires after this many milliseconds, or three times the timeout if that is longer. */
const leaseMs = 30_000;
/** Maximum milliseconds to claim a delivery and store its result in a healthy process. */
const bookkeepingMs = 5_000;
/** Maximum milliseconds to return aborted deliveries to the queue. */
const returnMs = 1_500;

/** The group that a delivery under way is counted in. */
interface SenderSlot {
  group: string;
}

/**
 * Sends due deliveries. Projects take turns, as do the endpoints of a project, so a long or slow queue delays no other,
 * and each project has a maximum concurrency. `wake` and `sweep` add endpoints; the database decides what is due, so an
 * unneeded wake costs one query.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #leaseMs: number;
  readonly #fairQueue = new FairQueue((queue) => this.#groupOf(queue));
  /** Endpoints that turned out to be purge targets. */
  readonly #targets = new Set<string>();
  /** Deliveries that this process claims or sends, by endpoint and by group. */
  readonly #busy = new SenderTally();
  /** Endpoints whose queues are being held. */
  readonly #holding = new Set<string>();
  /** Deliveries under way and their start by `performance.now()`. */
  readonly #running = new Map<Promise<void>, number>();
  /** The running deliveries that count as slow. */
  readonly #slow = new Set<Promise<void>>();
  #stopping = false;
  #isAborted = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#leaseMs = Math.max(leaseMs, 3 * deps.timeoutMs);
  }

  get inFlight(): number {
    return this.#running.size;
  }

  wake(queue: QueueKey): void {
    this.#fairQueue.add(queue);
    this.#pump();
  }

  /** Returns null or an error sentence. Attempts have a timeout, so one that runs longer means that the queue is stuck. */
  problem(): string | null {
    const maxMs = this.#deps.timeoutMs + bookkeepingMs;
    const lateCount = [...this.#running.values()].filter((start) => performance.now() - start > maxMs).length;
    return lateCount === 0 ? null : `deliveries that should have ended are still running: ${lateCount}`;
  }

  /** Frees expired claims, then wakes every endpoint with due deliveries. */
  async sweep(): Promise<void> {
    await freeExpired(this.#deps.system);
    for (const queue of await dueEndpoints(this.#deps.system, this.#deps.clock.now())) this.wake(queue);
  }

  /**
   * Claims nothing more and waits for deliveries under way. After `graceMs` they are aborted and returned to the queue
   * without counting a failure, so no claim remains unless the database doesn't respond.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const allEnded = Promise.all(this.#running.keys()).then(() => true);
    if (await withTimeout(allEnded, graceMs, false)) return;
    this.#isAborted = true;
    this.#deps.outbound.close();
    await withTimeout(allEnded, returnMs, false);
  }

  #pump(): void {
    const { perProject } = this.#deps.concurrency;
    const canStart = {
      group: (name: string) => this.#busy.of(name) < perProject,
      endpoint: (id: string) => this.#busy.of(id) < deliveriesAtOncePerEndpoint,
    };
    if (this.#isFull()) return;
    for (const queue of this.#fairQueue.turns(canStart)) {
      this.#begin(queue);
      if (this.#isFull()) return;
    }
  }

  /** A slow receiver costs little more than a socket, so slow deliveries don't count against `atOnce`. */
  #isFull(): boolean {
    const { atOnce, slow } = this.#deps.concurrency;
    const quickCount = this.#running.size - Math.min(this.#slow.size, slow);
    return this.#stopping || quickCount >= atOnce;
  }

  #begin(queue: QueueKey): void {
    const slot = { group: this.#groupOf(queue) };
    this.#busy.add([slot.group, queue.endpoint_id]);
    const slowTimer = setTimeout(() => {
      this.#slow.add(step);
      this.#pump();
    }, slowAfterMs);
    const step = this.#step(queue, slot).finally(() => {
      clearTimeout(slowTimer);
      this.#running.delete(step);
      this.#slow.delete(step);
      this.#busy.remove([slot.group, queue.endpoint_id]);
      this.#pump();
    });
    this.#running.set(step, performance.now());
  }

  /** Purge targets are their own group, so that targets that don't respond delay no webhook of their project. */
  #groupOf({ project_id, endpoint_id }: QueueKey): string {
    return this.#targets.has(endpoint_id) ? `${project_id} targets` : project_id;
  }

  #moveToTargetGroup(queue: QueueKey, slot: SenderSlot): void {
    this.#targets.add(queue.endpoint_id);
    if (slot.group === this.#groupOf(queue)) return;
    this.#busy.remove([slot.group]);
    slot.group = this.#groupOf(queue);
    this.#busy.add([slot.group]);
    this.#pump();
  }

  async #step(queue: QueueKey, slot: SenderSlot): Promise<void> {
    const { system, clock, log } = this.#deps;
    if (this.#holding.has(queue.endpoint_id)) return;
    try {
      const delivery = await claimDelivery(system, queue, { leaseMs: this.#leaseMs, now: clock.now() });
      if (delivery === null) return;
      this.wake(queue); // for the endpoint's other slot and its next delivery
      const endpoint = await findEndpoint(system.project(queue.project_id), queue.endpoint_id);
      if (endpoint?.purge !== undefined) this.#moveToTargetGroup(queue, slot);
      if (endpoint === null) await removeAllOf(system, queue);
      else if (isDropped(delivery, endpoint)) await returnClaim(system, delivery, 'dropped', clock.now());
      else if (endpoint.enabled) await this.#send(delivery, endpoint, queue);
      else {
        await returnClaim(system, delivery, 'held');
        this.#holdAll(queue);
      }
    } catch (error) {
      log.warn(
        { endpoint: queue.endpoint_id, fault: String(error) },
        'delivery interrupted; it will be claimed again',
      );
    }
  }

  /** Starts holding the queue of a disabled endpoint; meanwhile nothing of it is claimed. */
  #holdAll(queue: QueueKey): void {
    const { system, clock } = this.#deps;
    const { endpoint_id } = queue;
    if (this.#holding.has(endpoint_id)) return;
    this.#holding.add(endpoint_id);
    void queueWork(system)
      .start(queue, clock.now())
      .finished.finally(() => this.#holding.delete(endpoint_id));
  }

  async #send(delivery: ClaimedDelivery, endpoint: EndpointRecord, queue: QueueKey): Promise<void> {
    const { system, clock, waitsMs, log, onAttempt, onDisabled, onRetry } = this.#deps;
    const attempt = await sendOnce(this.#deps, endpoint, delivery);
    if (this.#isAborted && attempt.error !== null) return returnClaim(system, delivery, 'queued');
    const ok = attempt.error === null;
    const isPurge = endpoint.purge !== undefined;
    onAttempt({ ok, durationMs: attempt.duration_ms, projectId: queue.project_id, isPurge });
    const endedAt = clock.now();
    const db = system.project(queue.project_id);
    // The failure count is stored before the result, so that readers never see a result without its count.
    const after = ok
      ? await resetFailures(db, endpoint._id)
      : await countFailure(db, endpoint._id, { max: maxFailures, now: endedAt });
    const outcome = await settle(system, delivery, attempt, { endedAt, waitsMs });
    if (outcome === null) log.warn({ delivery: delivery._id }, 'the lease ran out during an attempt');
    if (ok) return;
    if (after?.enabled === false) {
      if (after.consecutive_failures === maxFailures) {
        onDisabled();
        log.warn({ endpoint: endpoint._id }, `disabled after ${maxFailures} failed attempts in a row`);
      }
      this.#holdAll(queue);
    } else if (outcome?.next_attempt_at != null) {
      onRetry(queue, outcome.next_attempt_at);
    }
  }
}

/** Whether the delivery was dropped when the endpoint was enabled again. */
function isDropped(
  { created_at, queued_at }: ClaimedDelivery,
  { drop_before: before }: EndpointRecord,
): boolean {
  return before !== undefined && (queued_at ?? created_at) <= before;
}
