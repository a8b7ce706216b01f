import type { Log } from '../../core/http/index.ts';
import { databaseTime, HeldLease, Inserts, type SystemDb } from '../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../core/jobs/index.ts';
import { WakeSignal } from '../../core/util/index.ts';
import { events, markFanned, unfannedEvents } from './repository.ts';
import type { EventRecord } from './schema.ts';

/** The name of the lease. Its holder follows the change stream. */
export const watcherLease = 'watcher';

export interface WatcherDeps {
  system: SystemDb;
  log: Log;
  leaseMs: number;
  /** Creates the deliveries of events. It may receive the same events again. */
  fanOut: (batch: readonly EventRecord[]) => Promise<void>;
}

/** Events in one batch, and how long the stream is read before the outbox is swept, in milliseconds. */
const batchEvents = 200;
const waitMs = 5_000;
/** Pause after a failure, in milliseconds. The outbox is still swept after each pause. */
const pauseMs = 1_000;
/** Events with deliveries whose insert the stream hasn't reported yet. */
const rememberedMax = 10_000;

/**
 * Follows the outbox in one process at a time (specification: fan-out). Rows that aren't fanned are the work; the change
 * stream only says when to look and stores no position (docs/architecture/decisions/0040-no-resume-token.md). Everything here may run
 * twice, for example in a holder that was frozen.
 */
export class Watcher {
  readonly #deps: WatcherDeps;
  readonly #lease: HeldLease;
  readonly #loop: ProjectLoop;
  readonly #handled = new Set<string>();
  readonly #wakeSignal = new WakeSignal();
  #inserts: Inserts | null = null;
  #isStopping = false;
  #run: Promise<void> | null = null;
  #issue: string | null = null;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.#loop = projectLoop(deps.system, 'events.fan-out', waitMs);
    this.#lease = new HeldLease(deps.system, { name: watcherLease, forMs: deps.leaseMs });
  }

  start(): void {
    this.#run = this.#followOutbox();
  }

  /** Stops after the current batch and releases the lease. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wakeSignal.signal();
    await this.#inserts?.close().catch(() => undefined);
    await this.#run;
  }

  /** Tries to take the lease now, because its holder is gone. */
  wake(): void {
    if (!this.isHolder) this.#wakeSignal.signal();
  }

  get isHolder(): boolean {
    return this.#lease.isHeld;
  }

  /** The state of the stream in this process as one sentence; null if it works. */
  problem(): string | null {
    return this.#issue;
  }

  async #followOutbox(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (await this.#lease.keep()) await this.#follow();
        else await this.#wakeSignal.wait(this.#deps.leaseMs / 3);
        this.#issue = null;
      } catch (error) {
        if (this.#isStopping) break; // the stream was closed
        this.#issue = `the change stream failed (${error instanceof Error ? error.name : 'unknown'}); the outbox is swept`;
        this.#deps.log.warn({ fault: String(error) }, this.#issue);
        await this.#wakeSignal.wait(pauseMs);
      }
    }
    await this.#lease.release();
  }

  /** Sweeps first, because the stream reports only later events. */
  async #follow(): Promise<void> {
    const { system } = this.#deps;
    const from = await databaseTime(system);
    await this.#sweep();
    const inserts = new Inserts(system, { collections: [events.name] }, { from, waitMs: this.#waitMs() });
    this.#inserts = inserts;
    try {
      while (!this.#isStopping && (await this.#lease.keep())) {
        const inserted = await inserts.next();
        this.#issue = null;
        if (inserted === null || !this.#handled.delete(inserted.id)) await this.#sweep();
      }
    } finally {
      this.#inserts = null;
      await inserts.close().catch(() => undefined);
    }
  }

  /** Processes the whole outbox. Stops early if the lease is lost, because then another process does it. */
  async #sweep(): Promise<void> {
    while (await this.#lease.keep()) {
      const paused = this.#loop.pausedProjects();
      const batch = await unfannedEvents(this.#deps.system, batchEvents, paused);
      if (batch.length === 0) return;
      await this.#loop.runEach(
        batch,
        (event) => event.project_id,
        (own) => this.#fanOutOf(own),
      );
    }
  }

  /** Creates the deliveries of some events of one project, and marks the events. */
  async #fanOutOf(batch: readonly EventRecord[]): Promise<void> {
    await this.#deps.fanOut(batch);
    const ids = batch.map((event) => event._id);
    await markFanned(this.#deps.system, ids);
    if (this.#handled.size > rememberedMax) this.#handled.clear();
    for (const id of ids) this.#handled.add(id);
  }

  #waitMs(): number {
    return Math.max(50, Math.min(waitMs, this.#deps.leaseMs / 3));
  }
}
