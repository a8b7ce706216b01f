/** One part of the service that can be unwell while the rest goes on. */
export interface HealthCheck {
  name: string;
  /** Null when well, else one sentence. `fatal` says that this process cannot serve its role without it. */
  ask(): Promise<UnhealthyState | null>;
  /** What it says when the answer takes too long, where that is more than a nuisance. */
  late?: UnhealthyState;
}

export interface UnhealthyState {
  problem: string;
  fatal: boolean;
}

/** A finding as `/readyz` shows it. */
export type HealthFinding = UnhealthyState & { name: string };

/** Probes of balancers and of Kubernetes wait one second by default; they are answered well before, in milliseconds. */
const answerWithinMs = 30;
/** A finding older than this is looked for again, in milliseconds. */
const freshMs = 1_000;
/** A part that has not said how it is for this long is not well, in milliseconds. */
export const lateAfterMs = 2_500;
const late: UnhealthyState = { problem: `no answer in ${lateAfterMs} ms`, fatal: false };

/**
 * The state of the parts, answered from memory: a part that hangs keeps no caller waiting. Findings are looked for
 * again with a request, and every few seconds without one, so that the first request gets the present state.
 */
export class Health {
  readonly #parts: readonly KnownPart[];
  #timer: NodeJS.Timeout | null = null;

  constructor(checks: readonly HealthCheck[]) {
    this.#parts = checks.map((check) => new KnownPart(check));
  }

  /** Every part that is looked at. */
  get parts(): string[] {
    return this.#parts.map(({ name }) => name);
  }

  /** What is not well, in at most `answerWithinMs`. */
  async unwell(): Promise<HealthFinding[]> {
    this.#timer ??= setInterval(() => void this.refresh(), freshMs * 2).unref();
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => (timer = setTimeout(resolve, answerWithinMs)));
    await Promise.race([this.refresh(), enough]);
    clearTimeout(timer);
    return this.#parts.flatMap((part) => {
      const found = part.found();
      return found === null ? [] : [{ name: part.name, ...found }];
    });
  }

  /** Asks every part whose finding is not new. */
  async refresh(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.refresh()));
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}

/** One part, what it said last, and since when it has been asked without an answer. */
class KnownPart {
  readonly name: string;
  readonly #check: HealthCheck;
  #last: UnhealthyState | null = null;
  #lastAt = -Infinity;
  #asking: { since: number; answered: Promise<void> } | null = null;

  constructor(check: HealthCheck) {
    this.name = check.name;
    this.#check = check;
  }

  found(): UnhealthyState | null {
    const isLate = this.#asking !== null && performance.now() - this.#asking.since > lateAfterMs;
    return isLate ? (this.#check.late ?? late) : this.#last;
  }

  /** Resolves when the part has said how it is; at once when it said so a moment ago. */
  refresh(): Promise<void> {
    if (this.#asking !== null) return this.#asking.answered;
    if (performance.now() - this.#lastAt < freshMs) return Promise.resolve();
    const answered = this.#ask().finally(() => (this.#asking = null));
    this.#asking = { since: performance.now(), answered };
    return answered;
  }

  async #ask(): Promise<void> {
    this.#last = await this.#check.ask().catch(() => this.#check.late ?? late);
    this.#lastAt = performance.now();
  }
}
