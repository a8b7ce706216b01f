import { addCounts, type RejectionCounts } from '../../../contract/errors/refusals.ts';
import { minuteMs } from '../../../contract/time.ts';
import { networkOf } from '../../../core/counters/index.ts';
import { DelayedStore } from '../../../core/util/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import type { Rejection } from '../../../core/context/index.ts';
import { installationLog } from '../../../projects/index.ts';
import type { RejectionRecord, RejectionWindow } from './schema.ts';
import { storeWindow } from './store.ts';

const windowMs = 5 * minuteMs;
const storeEveryMs = 1_000;
/**
 * Bounds of one process between two stores. More rows are added to the totals; more windows are not counted.
 */
const maxPending = { rows: 2_000, windows: 500 };

/**
 * Counts rejected requests in memory and stores the counts a second later, so counting never delays a
 * response or fails a request. Under attack it costs a few updates a second and bounded memory. Counts that
 * can't be stored are retried.
 */
export class RejectionCounter {
  readonly #system: SystemDb;
  readonly #storesAddresses: boolean;
  #windows = new Map<string, RejectionWindow>();
  #rows = 0;
  readonly #delayed = new DelayedStore({
    name: 'count refusals',
    delayMs: storeEveryMs,
    store: () => this.#store(),
    hasPending: () => this.#windows.size > 0,
  });

  constructor(system: SystemDb, { storesAddresses }: { storesAddresses: boolean }) {
    this.#system = system;
    this.#storesAddresses = storesAddresses;
  }

  readonly count = ({ code, at, projectId, actor, address }: Rejection): void => {
    const windowStart = new Date(Math.floor(at.getTime() / windowMs) * windowMs);
    const network = this.#storesAddresses ? networkOf(address) : null;
    const log = projectId ?? installationLog;
    const _id = `${log}:${windowStart.getTime()}:${actor.kind}:${actor.id}:${network ?? ''}`;
    this.#add(
      { log, at: windowStart },
      { _id, project_id: log, at: windowStart, actor, network },
      { [code]: 1 },
    );
    this.#delayed.schedule();
  };

  get pendingRows(): number {
    return this.#rows;
  }

  /** Stores all counts. */
  flush(): Promise<void> {
    return this.#delayed.flush();
  }

  async #store(): Promise<void> {
    const windows = [...this.#windows.values()];
    this.#windows = new Map();
    this.#rows = 0;
    try {
      for (const window of windows) await storeWindow(this.#system.project(window.log), window);
    } finally {
      for (const window of windows) this.#putBack(window);
    }
  }

  /** Adds the counts that could not be stored back. A stored window is empty by then. */
  #putBack(window: RejectionWindow): void {
    for (const { row, counts } of window.rows.values()) this.#add(window, row, counts);
    if (Object.keys(window.rest).length > 0) this.#add(window, null, window.rest);
  }

  #add(
    { log, at }: Pick<RejectionWindow, 'log' | 'at'>,
    row: RejectionRecord | null,
    counts: RejectionCounts,
  ): void {
    const key = `${log}:${at.getTime()}`;
    let window = this.#windows.get(key);
    if (window === undefined) {
      if (this.#windows.size >= maxPending.windows) return;
      window = { log, at, rows: new Map(), rest: {} };
      this.#windows.set(key, window);
    }
    const pendingRow = row === null ? undefined : window.rows.get(row._id);
    if (pendingRow !== undefined) return addCounts(pendingRow.counts, counts);
    if (row === null || this.#rows >= maxPending.rows) return addCounts(window.rest, counts);
    window.rows.set(row._id, { row, counts: { ...counts } });
    this.#rows += 1;
  }
}
