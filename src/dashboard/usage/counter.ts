import { dayMs } from '../../contract/time.ts';
import type { CountUsage } from '../../contract/usage.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { type Clock, runInBackground } from '../../core/util/index.ts';
import { readRevisions } from '../../projects/index.ts';
import { addCounts, type CountedDay } from './repository.ts';

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
  #pending = new Map<string, CountedDay>();
  #timer: NodeJS.Timeout | null = null;
  #storing: Promise<void> = Promise.resolve();

  constructor(system: SystemDb, clock: Clock) {
    this.#system = system;
    this.#clock = clock;
  }

  readonly count: CountUsage = (projectId, kind) => {
    const day = Math.floor(this.#clock.now().getTime() / dayMs);
    const key = `${projectId}/${day}`;
    let countedDay = this.#pending.get(key);
    if (countedDay === undefined) {
      if (this.#pending.size >= maxPending) return;
      const counts = { requests: 0, streams: 0, webhooks: 0 };
      countedDay = { projectId, at: new Date(day * dayMs), counts };
      this.#pending.set(key, countedDay);
    }
    countedDay.counts[kind] += 1;
    this.#timer ??= this.#schedule();
  };

  /** Stores all counts. */
  flush(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#store());
    return this.#storing;
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => runInBackground('count usage', () => this.flush()), storeEveryMs).unref();
  }

  async #store(): Promise<void> {
    let unstored = [...this.#pending.values()];
    this.#pending = new Map();
    try {
      if (unstored.length > 0) unstored = await this.#withProject(unstored);
      if (unstored.length > 0) unstored = await addCounts(this.#system, unstored);
    } finally {
      for (const countedDay of unstored) this.#putBack(countedDay);
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = this.#pending.size > 0 ? this.#schedule() : null;
    }
  }

  /** Drops the counts of deleted projects, so that no row of them is stored after their removal. */
  async #withProject(days: readonly CountedDay[]): Promise<CountedDay[]> {
    const existing = await readRevisions(this.#system, [...new Set(days.map(({ projectId }) => projectId))]);
    return days.filter(({ projectId }) => existing.has(projectId));
  }

  #putBack(unstored: CountedDay): void {
    const key = `${unstored.projectId}/${unstored.at.getTime() / dayMs}`;
    const countedDay = this.#pending.get(key);
    if (countedDay === undefined) return void this.#pending.set(key, unstored);
    countedDay.counts.requests += unstored.counts.requests;
    countedDay.counts.streams += unstored.counts.streams;
    countedDay.counts.webhooks += unstored.counts.webhooks;
  }
}
