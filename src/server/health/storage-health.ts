import { systemClock } from '../../core/util/index.ts';
import type { Log } from '../../core/http/index.ts';
import {
  type BucketError,
  checkBuckets,
  createStorage,
  type Storage,
  type StorageSettings,
} from '../../core/storage/index.ts';
import { type HealthCheck, lateAfterMs } from './health.ts';

/**
 * How long the result of a complete test is used, in milliseconds. Each test writes and removes objects in both
 * buckets.
 */
const wellForMs = 60_000;
const unwellForMs = 5_000;

/** Errors that keep files from being uploaded or read. An S3_PUBLIC_URL that only browsers can reach is none. */
type Report = readonly BucketError[];

/**
 * Checks the object storage. Without it content is served and uploads are rejected. The first test runs at start, and
 * the log gets the result whenever it changes.
 */
export class StorageHealth implements HealthCheck {
  readonly name = 'storage';
  readonly late = { problem: `the storage has not answered in ${lateAfterMs} ms`, fatal: false };
  readonly #settings: StorageSettings;
  readonly #storage: Storage;
  readonly #log: Log;
  readonly #clock = systemClock(); // the store's clock is never moved
  #lastTest: { report: Report; goodUntil: number } | null = null;
  #running: Promise<Report> | null = null;

  constructor(settings: StorageSettings, log: Log) {
    this.#settings = settings;
    this.#storage = createStorage(settings);
    this.#log = log;
  }

  async run(): Promise<{ problem: string; fatal: boolean } | null> {
    this.#running ??= this.#checkRecent().finally(() => (this.#running = null));
    const errors = await this.#running;
    return errors.length === 0 ? null : { problem: messagesOf(errors), fatal: false };
  }

  /** Uses the result of the last test while it is recent. A storage that worked must still respond. */
  async #checkRecent(): Promise<Report> {
    const lastTest = this.#lastTest;
    if (lastTest === null || lastTest.goodUntil <= this.#clock.now().getTime()) return this.#test();
    if (lastTest.report.length === 0 && !(await this.#responds())) return this.#test();
    return lastTest.report;
  }

  async #responds(): Promise<boolean> {
    try {
      await this.#storage.stat({ key: 'galley-check/nothing', private: false });
      return true;
    } catch {
      return false;
    }
  }

  async #test(): Promise<Report> {
    const errors = await checkBuckets(this.#settings, this.#clock.now());
    const report = errors.filter(({ code }) => code !== 'public_url_silent');
    const codes = codesOf(report);
    const before = codesOf(this.#lastTest?.report ?? []);
    if (codes !== '' && codes !== before)
      this.#log.warn({ fault: codes }, `The storage is not well: ${messagesOf(report)}`);
    if (codes === '' && before !== '') this.#log.info({}, 'The storage is well again');
    const forMs = codes === '' ? wellForMs : unwellForMs;
    this.#lastTest = { report, goodUntil: this.#clock.now().getTime() + forMs };
    return report;
  }
}

function codesOf(report: Report): string {
  return report.map(({ code }) => code).join(', ');
}

function messagesOf(report: Report): string {
  return report.map(({ message }) => message).join(' ');
}
