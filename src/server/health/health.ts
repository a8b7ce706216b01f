/** A check of one part of the service, which can fail while the others work. */
export interface HealthCheck {
  name: string;
  /**
   * Null if the part works, otherwise one sentence. `fatal` means that this process can't serve its role without the
   * part.
   */
  run(): Promise<UnhealthyState | null>;
  /** The result if the check takes too long; by default a problem that isn't fatal. */
  late?: UnhealthyState;
}

export interface UnhealthyState {
  problem: string;
  fatal: boolean;
}

/** A failing part in `/readyz`. */
export type HealthFinding = UnhealthyState & { name: string };

/** Milliseconds in which probes get a response. Load balancers and Kubernetes wait for one second by default. */
const responseMs = 30;
/** Milliseconds for which a result is used before the check runs again. */
const freshMs = 1_000;
/** Milliseconds between two checks without requests. */
const refreshMs = 10_000;
/** Milliseconds after which a check without a result counts as failing. */
export const lateAfterMs = 2_500;
const late: UnhealthyState = { problem: `no answer in ${lateAfterMs} ms`, fatal: false };

/**
 * The state of all parts, from memory, so a check that hangs delays no caller. Checks run again with a request and
 * every few seconds, so that the first request gets the current state.
 */
export class Health {
  readonly #parts: readonly HealthPart[];
  #timer: NodeJS.Timeout | null = null;

  constructor(checks: readonly HealthCheck[]) {
    this.#parts = checks.map((check) => new HealthPart(check));
  }

  /** The names of all parts. */
  get parts(): string[] {
    return this.#parts.map(({ name }) => name);
  }

  /** The failing parts, within `responseMs`. */
  async unwell(): Promise<HealthFinding[]> {
    this.#timer ??= setInterval(() => void this.refresh(), refreshMs).unref();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise((resolve) => (timer = setTimeout(resolve, responseMs)));
    await Promise.race([this.refresh(), deadline]);
    clearTimeout(timer);
    return this.#parts.flatMap((part) => {
      const state = part.state();
      return state === null ? [] : [{ name: part.name, ...state }];
    });
  }

  /** Runs every check whose result is outdated. */
  async refresh(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.refresh()));
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}

/** One part with the last result of its check, and the start of a running check. */
class HealthPart {
  readonly name: string;
  readonly #check: HealthCheck;
  #last: UnhealthyState | null = null;
  #lastAt = -Infinity;
  #running: { since: number; result: Promise<void> } | null = null;

  constructor(check: HealthCheck) {
    this.name = check.name;
    this.#check = check;
  }

  state(): UnhealthyState | null {
    const isLate = this.#running !== null && performance.now() - this.#running.since > lateAfterMs;
    return isLate ? (this.#check.late ?? late) : this.#last;
  }

  /** Resolves when the check has a result; at once if the last one is recent. */
  refresh(): Promise<void> {
    if (this.#running !== null) return this.#running.result;
    if (performance.now() - this.#lastAt < freshMs) return Promise.resolve();
    const result = this.#ask().finally(() => (this.#running = null));
    this.#running = { since: performance.now(), result };
    return result;
  }

  async #ask(): Promise<void> {
    this.#last = await this.#check.run().catch(() => this.#check.late ?? late);
    this.#lastAt = performance.now();
  }
}
