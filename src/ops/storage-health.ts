import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/http/log.ts';
import { type BucketReport, checkBuckets } from '../platform/storage/bucket-check.ts';
import type { StorageSettings } from '../platform/storage/settings.ts';
import type { HealthCheck } from './pages.ts';

/** How long a finding is believed, in milliseconds: the test writes and removes, so that it is not made for each look. */
const wellForMs = 60_000;
const unwellForMs = 5_000;
/** Whoever asks waits no longer than this for a test that is under way. */
const waitMs = 2_000;

/**
 * The object storage as a health check: without it content is served and uploads are refused. The first test is made
 * when the service starts, and the log says what it found, then whenever that changes.
 */
export class StorageHealth implements HealthCheck {
  readonly name = 'storage';
  readonly #settings: StorageSettings;
  readonly #log: Log;
  readonly #clock = systemClock(); // a store knows the real time only
  #found: { report: BucketReport; goodUntil: number } | null = null;
  #testing: Promise<void> | null = null;

  constructor(settings: StorageSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  async ask(): Promise<{ problem: string; fatal: boolean } | null> {
    if (this.#found === null || this.#found.goodUntil <= this.#clock.now().getTime())
      await this.#testInTime();
    if (this.#found === null) return { problem: 'the storage has not answered yet', fatal: false };
    const { report } = this.#found;
    return report === null ? null : { problem: report.message, fatal: false };
  }

  async #testInTime(): Promise<void> {
    this.#testing ??= this.#test().finally(() => (this.#testing = null));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.#testing, late]);
    clearTimeout(timer);
  }

  async #test(): Promise<void> {
    const report = await checkBuckets(this.#settings, this.#clock.now());
    const before = this.#found?.report;
    if (report !== null && report.fault !== before?.fault)
      this.#log.warn({ fault: report.fault }, `Files cannot be uploaded: ${report.message}`);
    if (report === null && before != null) this.#log.info({}, 'Files can be uploaded again');
    const forMs = report === null ? wellForMs : unwellForMs;
    this.#found = { report, goodUntil: this.#clock.now().getTime() + forMs };
  }
}
