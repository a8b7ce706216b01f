import { runInBackground } from './background.ts';

interface DelayedStoreOptions {
  /** What a failure in the background is reported as. */
  name: string;
  delayMs: number;
  /** Stores what is pending. What can't be stored stays pending. */
  store: () => Promise<void>;
  hasPending: () => boolean;
}

/**
 * Stores what a process collects in memory some time after the first change, one store at a time. A process without
 * changes stores nothing. A store that fails is repeated after the same time.
 */
export class DelayedStore {
  readonly #options: DelayedStoreOptions;
  #timer: NodeJS.Timeout | null = null;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: DelayedStoreOptions) {
    this.#options = options;
  }

  /** Schedules a store unless one is scheduled. */
  schedule(): void {
    const { name, delayMs } = this.#options;
    this.#timer ??= setTimeout(() => runInBackground(name, () => this.flush()), delayMs).unref();
  }

  /** Stores at once. */
  flush(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#run());
    return this.#storing;
  }

  async #run(): Promise<void> {
    try {
      await this.#options.store();
    } finally {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      if (this.#options.hasPending()) this.schedule();
    }
  }
}
