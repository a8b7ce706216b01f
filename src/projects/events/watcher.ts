import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../core/http/index.ts';
import { databaseTime, HeldLease, Inserts, type SystemDb } from '../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../core/jobs/index.ts';
import { events, markFanned, unfannedEvents } from './repository.ts';
import { watcherLease } from './lease.ts';
import type { EventRecord } from './schema.ts';

export interface WatcherDeps {
  system: SystemDb;
  log: Log;
  leaseMs: number;
  /** Makes deliveries from events; may be given the same ones again. */
  fanOut: (batch: readonly EventRecord[]) => Promise<void>;
}

/** Events in one batch, and how long the stream is waited for before the outbox is looked at anyway. */
const batchEvents = 200;
const waitMs = 1_000;
/** Pause after a failure, in milliseconds: the outbox is still looked at this often. */
const pauseMs = 1_000;
/** Handled events whose insert the stream has yet to tell. */
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
  #stopping = false;
  #running: Promise<void> | null = null;
  #fault: string | null = null;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.#loop = projectLoop(deps.system, 'events.fan-out', waitMs);
    this.#lease = new HeldLease(deps.system, { name: watcherLease, forMs: deps.leaseMs });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends after the batch under way and gives the lease back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  get isHolder(): boolean {
    return this.#lease.isHeld;
  }

  /** What is wrong with the stream in this process, or null. */
  problem(): string | null {
    return this.#fault;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (await this.#lease.keep()) await this.#follow();
        else await pause(Math.min(pauseMs, this.#deps.leaseMs / 3));
        this.#fault = null;
      } catch (error) {
        this.#fault = `the change stream failed (${error instanceof Error ? error.name : 'unknown'}); the outbox is swept`;
        this.#deps.log.warn({ fault: String(error) }, this.#fault);
        await pause(pauseMs);
      }
    }
    await this.#lease.release();
  }

  /** Sweeps first: what was written before the stream begins is found here, what comes after arrives through it. */
  async #follow(): Promise<void> {
    const { system } = this.#deps;
    const from = await databaseTime(system);
    await this.#sweep();
    const inserts = new Inserts(system, { collections: [events.name] }, { from, waitMs: this.#waitMs() });
    try {
      while (!this.#stopping && (await this.#lease.keep())) {
        const inserted = await inserts.next();
        this.#fault = null;
        if (inserted === null || !this.#handled.delete(inserted.id)) await this.#sweep();
      }
    } finally {
      await inserts.close().catch(() => undefined);
    }
  }

  /** Works off the outbox. Ends early when the lease is lost, for then another process does the same. */
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

  /** Makes the deliveries of some events of one project, and marks the events. */
  async #fanOutOf(batch: readonly EventRecord[]): Promise<void> {
    await this.#deps.fanOut(batch);
    const ids = batch.map((event) => event._id);
    await markFanned(this.#deps.system, ids);
    if (this.#handled.size > rememberedMax) this.#handled.clear();
    for (const id of ids) this.#handled.add(id);
  }

  #waitMs(): number {
    return Math.max(50, Math.min(waitMs, this.#deps.leaseMs / 4));
  }
}
