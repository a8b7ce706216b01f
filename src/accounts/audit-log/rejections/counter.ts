import { addCounts, type RefusalCounts } from '../../../contract/errors/refusals.ts';
import { minuteMs } from '../../../contract/time.ts';
import { networkOf } from '../../../core/counters/index.ts';
import { runInBackground } from '../../../core/util/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import type { Refusal } from '../../../core/context/index.ts';
import { installationLog } from '../../../projects/index.ts';
import type { RefusalRecord, RefusalWindow } from './schema.ts';
import { storeWindow } from './store.ts';

const windowMs = 5 * minuteMs;
/** What was counted is stored this often, in milliseconds. */
const everyMs = 1_000;
/** What one process holds between two of these times; beyond it rows go into totals, and windows are not counted. */
const room = { rows: 2_000, windows: 500 };

/**
 * Counts refusals in memory and stores them a second later, so that a refusal waits for nothing and fails for nothing:
 * an attack costs some updates a second, and memory that is bounded. What cannot be stored is tried again.
 */
export class RefusalCounter {
  readonly #system: SystemDb;
  readonly #keepsAddresses: boolean;
  #windows = new Map<string, RefusalWindow>();
  #rows = 0;
  #timer: NodeJS.Timeout | null = null;
  #storing: Promise<void> = Promise.resolve();

  constructor(system: SystemDb, { keepsAddresses }: { keepsAddresses: boolean }) {
    this.#system = system;
    this.#keepsAddresses = keepsAddresses;
  }

  readonly count = ({ code, at, projectId, actor, address }: Refusal): void => {
    const begun = new Date(Math.floor(at.getTime() / windowMs) * windowMs);
    const network = this.#keepsAddresses ? networkOf(address) : null;
    const log = projectId ?? installationLog;
    const _id = `${log}:${begun.getTime()}:${actor.kind}:${actor.id}:${network ?? ''}`;
    this.#add({ log, at: begun }, { _id, project_id: log, at: begun, actor, network }, { [code]: 1 });
    this.#timer ??= this.#later();
  };

  /** Rows that are not stored yet. */
  get heldRows(): number {
    return this.#rows;
  }

  /** Stores what was counted so far. */
  flush(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#store());
    return this.#storing;
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => runInBackground('count refusals', () => this.flush()), everyMs).unref();
  }

  async #store(): Promise<void> {
    const windows = [...this.#windows.values()];
    this.#windows = new Map();
    this.#rows = 0;
    try {
      for (const window of windows) await storeWindow(this.#system.project(window.log), window);
    } finally {
      for (const window of windows) this.#putBack(window);
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = this.#windows.size > 0 ? this.#later() : null;
    }
  }

  /** What could not be stored; of a window that was, nothing is left. */
  #putBack(window: RefusalWindow): void {
    for (const { row, counts } of window.rows.values()) this.#add(window, row, counts);
    if (Object.keys(window.beyond).length > 0) this.#add(window, null, window.beyond);
  }

  #add(
    { log, at }: Pick<RefusalWindow, 'log' | 'at'>,
    row: RefusalRecord | null,
    counts: RefusalCounts,
  ): void {
    const key = `${log}:${at.getTime()}`;
    let window = this.#windows.get(key);
    if (window === undefined) {
      if (this.#windows.size >= room.windows) return;
      window = { log, at, rows: new Map(), beyond: {} };
      this.#windows.set(key, window);
    }
    const found = row === null ? undefined : window.rows.get(row._id);
    if (found !== undefined) return addCounts(found.counts, counts);
    if (row === null || this.#rows >= room.rows) return addCounts(window.beyond, counts);
    window.rows.set(row._id, { row, counts: { ...counts } });
    this.#rows += 1;
  }
}
