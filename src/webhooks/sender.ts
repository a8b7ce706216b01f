import type { ClaimedDelivery, QueueKey } from '../deliveries/schema.ts';
import {
  claimDelivery,
  dueEndpoints,
  freeExpired,
  giveBack,
  holdAll,
  placesPerEndpoint,
  removeAllOf,
  settle,
} from '../deliveries/service.ts';
import { limits } from '../contract/limits.ts';
import type { Log } from '../platform/http/log.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import type { Sending } from '../platform/outbound/sending.ts';
import { countFailure, findEndpoint, forgetFailures } from './repository.ts';
import { sendOnce } from './request.ts';
import type { EndpointRecord } from './schema.ts';

const mostFailures = limits.webhook_disable_after_failures;

export interface SenderDeps extends Sending {
  system: SystemDb;
  log: Log;
  /** The waits between attempts, in milliseconds. */
  waitsMs: readonly number[];
  /** Told when an endpoint waits for a retry. */
  onRetry: (queue: QueueKey, at: Date) => void;
  /** Told of every attempt, for the operator's numbers. */
  onAttempt: (attempt: { ok: boolean; durationMs: number }) => void;
}

/** Deliveries that one process has under way at once (design, section 5.3). */
const atOnceMax = 64;
/** A claim is believed for this long, and for thrice the time-out when that is more; in milliseconds. */
const leaseMs = 30_000;

/**
 * Sends what is due. Endpoints take turns: after each delivery an endpoint goes to the end of the line, so that a
 * long or a slow queue delays nobody else's. Who is in line comes from `wake` and from `sweep`; the database alone
 * says what is due, so being woken twice or for nothing costs one look.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #leaseMs: number;
  /** Endpoints in line. */
  readonly #ready = new Map<string, QueueKey>();
  /** How many deliveries of an endpoint this process looks for or sends. */
  readonly #busy = new Map<string, number>();
  /** Endpoints whose queues are being held. */
  readonly #holding = new Set<string>();
  readonly #running = new Set<Promise<void>>();
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
    this.#ready.set(queue.endpoint_id, queue);
    this.#pump();
  }

  /** Puts every endpoint in line that has something due, after freeing what lost processes held. */
  async sweep(): Promise<void> {
    await freeExpired(this.#deps.system);
    for (const queue of await dueEndpoints(this.#deps.system, this.#deps.clock.now())) this.wake(queue);
  }

  /**
   * Takes nothing new and waits for what is under way. What takes longer than `graceMs` is broken off, does not count
   * and goes back into the queue: no claim is left behind.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const ended = Promise.all(this.#running);
    const timer = setTimeout(() => {
      this.#brokenOff = true;
      this.#deps.outbound.close();
    }, graceMs);
    await ended;
    clearTimeout(timer);
  }

  #pump(): void {
    for (const [endpointId, queue] of this.#ready) {
      if (this.#stopping || this.#running.size >= atOnceMax) return;
      const busy = this.#busy.get(endpointId) ?? 0;
      if (busy >= placesPerEndpoint) continue; // stays in line until one of its places is free
      this.#ready.delete(endpointId);
      this.#busy.set(endpointId, busy + 1);
      const step = this.#step(queue).finally(() => {
        this.#running.delete(step);
        const left = (this.#busy.get(endpointId) ?? 1) - 1;
        if (left > 0) this.#busy.set(endpointId, left);
        else this.#busy.delete(endpointId);
        this.#pump();
      });
      this.#running.add(step);
    }
  }

  async #step(queue: QueueKey): Promise<void> {
    const { system, clock, log } = this.#deps;
    if (this.#holding.has(queue.endpoint_id)) return;
    try {
      const delivery = await claimDelivery(system, queue, { leaseMs: this.#leaseMs, now: clock.now() });
      if (delivery === null) return;
      this.wake(queue); // to the end of the line, for its other place and its next delivery
      const endpoint = await findEndpoint(system.project(queue.project_id), queue.endpoint_id);
      if (endpoint === null) await removeAllOf(system, queue);
      else if (endpoint.enabled) await this.#send(delivery, endpoint, queue);
      else {
        await giveBack(system, delivery, 'held');
        await this.#holdAll(queue);
      }
    } catch (error) {
      log.warn(
        { endpoint: queue.endpoint_id, fault: String(error) },
        'delivery interrupted; it will be claimed again',
      );
    }
  }

  /** Holds an endpoint's queue, once at a time, until it is enabled again or the process is to stop. */
  async #holdAll(queue: QueueKey): Promise<void> {
    const { system } = this.#deps;
    const { endpoint_id, project_id } = queue;
    if (this.#holding.has(endpoint_id)) return;
    this.#holding.add(endpoint_id);
    const isWanted = async () =>
      !this.#stopping && (await findEndpoint(system.project(project_id), endpoint_id))?.enabled === false;
    await holdAll(system, queue, isWanted).finally(() => this.#holding.delete(endpoint_id));
  }

  async #send(delivery: ClaimedDelivery, endpoint: EndpointRecord, queue: QueueKey): Promise<void> {
    const { system, clock, waitsMs, log, onAttempt, onRetry } = this.#deps;
    const attempt = await sendOnce(this.#deps, endpoint, delivery);
    if (this.#brokenOff && attempt.error !== null) return giveBack(system, delivery, 'queued');
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
        log.warn({ endpoint: endpoint._id }, `disabled after ${mostFailures} failed attempts in a row`);
      }
      await this.#holdAll(queue);
    } else if (outcome?.next_attempt_at != null) {
      onRetry(queue, outcome.next_attempt_at);
    }
  }
}
