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
import { countFailure, findEndpoint, forgetFailures } from '../repository.ts';
import { sendOnce } from './request.ts';
import type { EndpointRecord } from '../schema.ts';
import { SenderTally } from './sender-tally.ts';

const mostFailures = limits.webhook_disable_after_failures;

export interface SenderDeps extends Sending {
  system: SystemDb;
  log: Log;
  /** The waits between attempts, in milliseconds. */
  waitsMs: readonly number[];
  places: SenderConcurrency;
  /** Told when an endpoint waits for a retry. */
  onRetry: (queue: QueueKey, at: Date) => void;
  /** Told of every attempt, for the operator's numbers. */
  onAttempt: (attempt: { ok: boolean; durationMs: number }) => void;
  onDisabled: () => void;
}

/** How many deliveries one process has under way at once. */
export interface SenderConcurrency {
  /** Of those that began less than a second ago. */
  atOnce: number;
  /** Of those that wait for slow receivers beside them. */
  slow: number;
  /** Of one project, in all. */
  perProject: number;
}

/** After this long a delivery gives its place to the next and takes one of the slow ones, in milliseconds. */
const slowAfterMs = 1_000;

/** A claim is believed for this long, and for thrice the time-out when that is more; in milliseconds. */
const leaseMs = 30_000;
/** Claiming a delivery, and writing down what came of it, take no longer than this while all is well; in milliseconds. */
const bookkeepingMs = 5_000;
/** How long rows may take to go back into the queue when their attempts were broken off, in milliseconds. */
const giveBackMs = 1_500;

/** What a delivery under way is counted under. */
interface SenderPlace {
  lane: string;
}

/**
 * Sends what is due. Projects take turns, and the endpoints of a project do, so that a long or a slow queue delays no
 * other queue; a project never has more than its share of the places. The queues in line come from `wake` and from
 * `sweep`; the database alone decides what is due, so being woken twice or for nothing costs one look.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #leaseMs: number;
  readonly #lines = new FairQueue((queue) => this.#laneOf(queue));
  /** Endpoints that turned out to be purge targets. */
  readonly #targets = new Set<string>();
  /** How many deliveries of an endpoint, and of a lane, this process looks for or sends. */
  readonly #busy = new SenderTally();
  /** Endpoints whose queues are being held. */
  readonly #holding = new Set<string>();
  /** What is under way, and since when, on the clock of `performance.now()`. */
  readonly #running = new Map<Promise<void>, number>();
  /** Those of them that wait for slow receivers. */
  readonly #slow = new Set<Promise<void>>();
  #stopping = false;
  #brokenOff = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#leaseMs = Math.max(leaseMs, 3 * deps.timeoutMs);
  }

  get inFlight(): number {
    return this.#running.size;
  }

  /** Puts an endpoint in line. */
  wake(queue: QueueKey): void {
    this.#lines.add(queue);
    this.#pump();
  }

  /** Null when well, else one sentence: attempts end by their own timer, so one that does not has stopped the queue. */
  problem(): string | null {
    const mostMs = this.#deps.timeoutMs + bookkeepingMs;
    const late = [...this.#running.values()].filter((since) => performance.now() - since > mostMs).length;
    return late === 0 ? null : `deliveries are due and ${late} that should have ended have not`;
  }

  /** Puts every endpoint in line that has something due, after freeing what lost processes held. */
  async sweep(): Promise<void> {
    await freeExpired(this.#deps.system);
    for (const queue of await dueEndpoints(this.#deps.system, this.#deps.clock.now())) this.wake(queue);
  }

  /**
   * Takes nothing new and waits for what is under way. What takes longer than `graceMs` is broken off, does not count
   * and goes back into the queue: no claim is left behind, unless the database does not answer.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const ended = Promise.all(this.#running.keys()).then(() => true);
    if (await withTimeout(ended, graceMs, false)) return;
    this.#brokenOff = true;
    this.#deps.outbound.close();
    await withTimeout(ended, giveBackMs, false);
  }

  #pump(): void {
    const { perProject } = this.#deps.places;
    const mayGo = {
      lane: (name: string) => this.#busy.of(name) < perProject,
      endpoint: (id: string) => this.#busy.of(id) < deliveriesAtOncePerEndpoint, // else it stays in line until a place is free
    };
    if (this.#isFull()) return;
    for (const queue of this.#lines.turns(mayGo)) {
      this.#begin(queue);
      if (this.#isFull()) return;
    }
  }

  /** A slow receiver takes hardly more than a socket, so those that are slow leave room for those that are not. */
  #isFull(): boolean {
    const { atOnce, slow } = this.#deps.places;
    const quick = this.#running.size - Math.min(this.#slow.size, slow);
    return this.#stopping || quick >= atOnce;
  }

  #begin(queue: QueueKey): void {
    const place = { lane: this.#laneOf(queue) };
    this.#busy.add([place.lane, queue.endpoint_id]);
    const slow = setTimeout(() => {
      this.#slow.add(step);
      this.#pump();
    }, slowAfterMs);
    const step = this.#step(queue, place).finally(() => {
      clearTimeout(slow);
      this.#running.delete(step);
      this.#slow.delete(step);
      this.#busy.remove([place.lane, queue.endpoint_id]);
      this.#pump();
    });
    this.#running.set(step, performance.now());
  }

  /** Purge targets have places of their own, so that those that do not answer delay no webhook of their project. */
  #laneOf({ project_id, endpoint_id }: QueueKey): string {
    return this.#targets.has(endpoint_id) ? `${project_id} targets` : project_id;
  }

  #takePlaceOfTarget(queue: QueueKey, place: SenderPlace): void {
    this.#targets.add(queue.endpoint_id);
    if (place.lane === this.#laneOf(queue)) return;
    this.#busy.remove([place.lane]);
    place.lane = this.#laneOf(queue);
    this.#busy.add([place.lane]);
    this.#pump();
  }

  async #step(queue: QueueKey, place: SenderPlace): Promise<void> {
    const { system, clock, log } = this.#deps;
    if (this.#holding.has(queue.endpoint_id)) return;
    try {
      const delivery = await claimDelivery(system, queue, { leaseMs: this.#leaseMs, now: clock.now() });
      if (delivery === null) return;
      this.wake(queue); // to the end of the line, for its other place and its next delivery
      const endpoint = await findEndpoint(system.project(queue.project_id), queue.endpoint_id);
      if (endpoint?.purge !== undefined) this.#takePlaceOfTarget(queue, place);
      if (endpoint === null) await removeAllOf(system, queue);
      else if (isGivenUp(delivery, endpoint)) await returnClaim(system, delivery, 'dropped', clock.now());
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

  /** Has an endpoint's queue held; meanwhile nothing of it is claimed. */
  #holdAll(queue: QueueKey): void {
    const { system, clock } = this.#deps;
    const { endpoint_id } = queue;
    if (this.#holding.has(endpoint_id)) return;
    this.#holding.add(endpoint_id);
    void queueWork(system)
      .begin(queue, clock.now())
      .ended.finally(() => this.#holding.delete(endpoint_id));
  }

  async #send(delivery: ClaimedDelivery, endpoint: EndpointRecord, queue: QueueKey): Promise<void> {
    const { system, clock, waitsMs, log, onAttempt, onDisabled, onRetry } = this.#deps;
    const attempt = await sendOnce(this.#deps, endpoint, delivery);
    if (this.#brokenOff && attempt.error !== null) return returnClaim(system, delivery, 'queued');
    const ok = attempt.error === null;
    onAttempt({ ok, durationMs: attempt.duration_ms });
    const endedAt = clock.now();
    const db = system.project(queue.project_id);
    // The endpoint's count comes first: who sees a delivery's outcome sees the count that it led to.
    const after = ok
      ? await forgetFailures(db, endpoint._id)
      : await countFailure(db, endpoint._id, { most: mostFailures, now: endedAt });
    const outcome = await settle(system, delivery, attempt, { endedAt, waitsMs });
    if (outcome === null) log.warn({ delivery: delivery._id }, 'the lease ran out during an attempt');
    if (ok) return;
    if (after?.enabled === false) {
      if (after.consecutive_failures === mostFailures) {
        onDisabled();
        log.warn({ endpoint: endpoint._id }, `disabled after ${mostFailures} failed attempts in a row`);
      }
      this.#holdAll(queue);
    } else if (outcome?.next_attempt_at != null) {
      onRetry(queue, outcome.next_attempt_at);
    }
  }
}

/** Whether who enabled the endpoint did not want this delivery any more. */
function isGivenUp(
  { created_at, queued_at }: ClaimedDelivery,
  { drop_before: before }: EndpointRecord,
): boolean {
  return before !== undefined && (queued_at ?? created_at) <= before;
}
