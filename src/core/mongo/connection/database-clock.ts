import { type Clock, systemClock } from '../../util/clock.ts';
import { databaseOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** Above this offset a process isn't ready, in milliseconds (specification: operations). */
export const clockOffsetMaxMs = 2_000;
const measureEveryMs = 60_000;
const measureTimeoutMs = 2_000;

/** Milliseconds of drift from the steady clock that mean the machine's clock was set. */
const stepMinMs = 1_000;

/**
 * The database's time, so that processes on machines with different clocks publish at the same moment. `now` is the
 * machine's clock minus its offset from the database, plus `shiftMs` for tests.
 */
export class DatabaseClock implements Clock {
  readonly #system: SystemDb;
  readonly #shiftMs: number;
  readonly #machine: Clock;
  #measuredOffsetMs = 0;
  /** The machine's clock minus the steady clock at the last measurement, in milliseconds. */
  #origin: number;
  #measuring: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(system: SystemDb, shiftMs = 0, machine = systemClock()) {
    this.#system = system;
    this.#shiftMs = shiftMs;
    this.#machine = machine;
    this.#origin = this.#machineOrigin();
  }

  now(): Date {
    return new Date(this.#machine.now().getTime() - this.offsetMs + this.#shiftMs);
  }

  /**
   * How far the machine's clock is ahead of the database's, in milliseconds; negative when it is behind. A clock that was
   * set since the last measurement counts at once and is measured again.
   */
  get offsetMs(): number {
    const step = this.#machineOrigin() - this.#origin;
    if (Math.abs(step) < stepMinMs) return this.#measuredOffsetMs;
    void this.measure().catch(() => undefined);
    return this.#measuredOffsetMs + step;
  }

  /** Compares the clocks; concurrent calls share one measurement. @throws when the database doesn't respond */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => (this.#measuring = null));
    return this.#measuring;
  }

  /** Compares the clocks each minute. Another health check reports an unreachable database. */
  follow(): void {
    this.#timer = setInterval(() => void this.measure().catch(() => undefined), measureEveryMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /**
   * The database reads its clock at an unknown time during the command, so the offset lies between two bounds. The
   * previous offset is moved only as far as the bounds require.
   */
  async #measure(): Promise<void> {
    const origin = this.#machineOrigin();
    const sentAt = this.#machine.now().getTime();
    const { localTime } = await databaseOf(this.#system).command(
      { hello: 1 },
      { timeoutMS: measureTimeoutMs },
    );
    const receivedAt = this.#machine.now().getTime();
    if (!(localTime instanceof Date) || Math.abs(this.#machineOrigin() - origin) >= stepMinMs) return;
    const [least, most] = [sentAt - localTime.getTime() - 1, receivedAt - localTime.getTime()];
    this.#measuredOffsetMs = Math.min(Math.max(this.#measuredOffsetMs, least), most);
    this.#origin = origin;
  }

  #machineOrigin(): number {
    return this.#machine.now().getTime() - performance.now();
  }
}

/** Returns one sentence about a clock that is too far off, else null. */
export function clockOffsetIssue(offsetMs: number): string | null {
  if (Math.abs(offsetMs) <= clockOffsetMaxMs) return null;
  const seconds = (Math.abs(offsetMs) / 1000).toFixed(1);
  const direction = offsetMs > 0 ? 'ahead of' : 'behind';
  return `This machine's clock is ${seconds} s ${direction} the database's. Synchronize both with NTP.`;
}
