import { dayMs } from '../../contract/time.ts';
import { type CountUsage, usageKinds } from '../../contract/usage.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { type Clock, DelayedStore } from '../../core/util/index.ts';
import { readRevisions } from '../../projects/index.ts';
import { addCounts, type DayCounts } from './repository.ts';

/** A process that is killed loses the counts of this time, in milliseconds. */
const storeEveryMs = 5_000;
/** Projects and days that one process counts between two stores. Only an outage of the database reaches it. */
const maxPending = 50_000;

/**
 * Counts usage in memory and stores the counts seconds later, so that counting never delays a request. A process that
 * counts nothing sends nothing to the database. Counts that can't be stored are retried.
 */
export class UsageCounter {
  readonly #system: SystemDb;
  readonly #clock: Clock;
  #pending = new Map<string, DayCounts>();
  readonly #delayed = new DelayedStore({
    name: 'count usage',
    delayMs: storeEveryMs,
    store: () => this.#store(),
    hasPending: () => this.#pending.size > 0,
  });

  constructor(system: SystemDb, clock: Clock) {
    this.#system = system;
    this.#clock = clock;
  }

  readonly count: CountUsage = (projectId, kind) => {
    const day = Math.floor(this.#clock.now().getTime() / dayMs);
    const key = `${projectId}/${day}`;
    let dayCounts = this.#pending.get(key);
    if (dayCounts === undefined) {
      if (this.#pending.size >= maxPending) return;
      const counts = { requests: 0, streams: 0, webhooks: 0 };
      dayCounts = { projectId, at: new Date(day * dayMs), counts };
      this.#pending.set(key, dayCounts);
    }
    dayCounts.counts[kind] += 1;
    this.#delayed.schedule();
  };

  /** Stores all counts. */
  flush(): Promise<void> {
    return this.#delayed.flush();
  }

  async #store(): Promise<void> {
    let pendingDays = [...this.#pending.values()];
    this.#pending = new Map();
    try {
      if (pendingDays.length > 0) pendingDays = await this.#withProject(pendingDays);
      if (pendingDays.length > 0) pendingDays = await addCounts(this.#system, pendingDays);
    } finally {
      for (const day of pendingDays) this.#putBack(day);
    }
  }

  /** Drops the counts of deleted projects, so that no row of them is stored after their removal. */
  async #withProject(days: readonly DayCounts[]): Promise<DayCounts[]> {
    const existing = await readRevisions(this.#system, [...new Set(days.map(({ projectId }) => projectId))]);
    return days.filter(({ projectId }) => existing.has(projectId));
  }

  #putBack(day: DayCounts): void {
    const key = `${day.projectId}/${day.at.getTime() / dayMs}`;
    const newerDay = this.#pending.get(key);
    if (newerDay === undefined) this.#pending.set(key, day);
    else for (const kind of usageKinds) newerDay.counts[kind] += day.counts[kind];
  }
}
