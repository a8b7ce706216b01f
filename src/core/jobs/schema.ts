import type { Document } from 'mongodb';

/** Rows whose existence makes work due. An index must find the first one. */
export interface DueRows {
  collection: string;
  /** @param now - the database's time */
  filter: (now: Date) => Document;
}

/** Background work. The stored rows decide what is due, so running it early, late or twice is harmless. */
export interface Job {
  name: string;
  /** The interval of a recurring job, which runs in one process at a time; null for a job that runs only on `wake`. */
  everySeconds: number | null;
  /** Rows that start a recurring job before its interval has passed, within a second. */
  dueRows?: readonly DueRows[];
  /** Runs in every process. Processes claim rows of the work, so a killed process delays nothing. */
  inEachProcess?: true;
  /** @param key - the key of the wake-up; empty for a recurring run. */
  run: (key: string) => Promise<void>;
}
