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

/** How long a finding of the whole test is believed, in milliseconds: it writes and removes in both buckets. */
const wellForMs = 60_000;
const unwellForMs = 5_000;

/**
 * What keeps files from being uploaded or shown; whether browsers reach an address that this machine cannot reach is
 * unknown.
 */
type Report = readonly BucketError[];

/**
 * The object storage as a health check: without it content is served and uploads are refused. The first test is made
 * when the service starts, and the result is logged, then whenever it changes.
 */
export class StorageHealth implements HealthCheck {
  readonly name = 'storage';
  readonly late = { problem: `the storage has not answered in ${lateAfterMs} ms`, fatal: false };
  readonly #settings: StorageSettings;
  readonly #storage: Storage;
  readonly #log: Log;
  readonly #clock = systemClock(); // a store has the real time only
  #found: { report: Report; goodUntil: number } | null = null;
  #looking: Promise<Report> | null = null;

  constructor(settings: StorageSettings, log: Log) {
    this.#settings = settings;
    this.#storage = createStorage(settings);
    this.#log = log;
  }

  async ask(): Promise<{ problem: string; fatal: boolean } | null> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    const found = await this.#looking;
    return found.length === 0 ? null : { problem: messagesOf(found), fatal: false };
  }

  /** Believes the last test while it is new, but a storage that was well must still answer. */
  async #look(): Promise<Report> {
    const found = this.#found;
    if (found === null || found.goodUntil <= this.#clock.now().getTime()) return this.#test();
    if (found.report.length === 0 && !(await this.#isThere())) return this.#test();
    return found.report;
  }

  async #isThere(): Promise<boolean> {
    try {
      await this.#storage.stat({ key: 'galley-check/nothing', private: false });
      return true;
    } catch {
      return false;
    }
  }

  async #test(): Promise<Report> {
    const found = await checkBuckets(this.#settings, this.#clock.now());
    const report = found.filter(({ code }) => code !== 'public_url_silent');
    const fault = faultsOf(report);
    const before = faultsOf(this.#found?.report ?? []);
    if (fault !== '' && fault !== before)
      this.#log.warn({ fault }, `The storage is not well: ${messagesOf(report)}`);
    if (fault === '' && before !== '') this.#log.info({}, 'The storage is well again');
    const forMs = fault === '' ? wellForMs : unwellForMs;
    this.#found = { report, goodUntil: this.#clock.now().getTime() + forMs };
    return report;
  }
}

function faultsOf(report: Report): string {
  return report.map(({ code }) => code).join(', ');
}

function messagesOf(report: Report): string {
  return report.map(({ message }) => message).join(' ');
}
