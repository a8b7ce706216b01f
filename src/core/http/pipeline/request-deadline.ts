import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { apiError } from '../../../contract/errors/api-error.ts';

/** The longest wait of one request for the database, in milliseconds. A route can set another one. */
export const requestTimeMs = 4_500;

interface TimedRoute {
  timeLimitMs?: number;
  heldMs?(input: unknown): number;
}

/** The longest work of one request, in milliseconds; undefined for what is left of the default. */
export function timeLimitOf(route: TimedRoute, input: unknown): number | undefined {
  const heldMs = route.heldMs?.(input);
  return heldMs === undefined ? route.timeLimitMs : (route.timeLimitMs ?? requestTimeMs) + heldMs;
}

const timerStepMs = 50;
/** Above this share of the time, the process itself was busy, and the database may have responded long ago. */
const busyShare = 0.7;
/** How long a measurement of the event loop is reused, in milliseconds. */
const reuseMs = 50;

let measurement = { at: -Infinity, use: performance.eventLoopUtilization() };

/** The event loop's use until about now. Requests that start together share one measurement. */
function loopUse(now: number): EventLoopUtilization {
  if (now - measurement.at > reuseMs) measurement = { at: now, use: performance.eventLoopUtilization() };
  return measurement.use;
}

/**
 * Limits the time that one request waits for the database, so a database that hangs leads to a 503 within 5 s
 * (specification: answer-time). The time in which a slow caller sends the body isn't counted.
 */
export class RequestDeadline {
  #leftMs: number;
  /** The reason why the work waits, if there is one that the 503 names. */
  #delay: 'other_writes' | null = null;

  constructor(wholeMs: number = requestTimeMs) {
    this.#leftMs = wholeMs;
  }

  readonly onDelay = (cause: 'other_writes' | null): void => {
    this.#delay = cause;
  };

  /** The end of the remaining time, on the clock of `performance.now()`. */
  endsAt(limitMs: number = this.#leftMs): number {
    return performance.now() + limitMs;
  }

  /** Waits for the work as long as time is left. @throws temporarily_unavailable */
  wait<T>(pending: Promise<T>, limitMs: number = this.#leftMs): Promise<T> {
    const startedAt = performance.now();
    const loop = loopUse(startedAt);
    return new Promise((resolve, reject) => {
      const tooLate = () => {
        end();
        const isBusy = performance.eventLoopUtilization(loop).utilization > busyShare;
        const because = this.#delay ?? (isBusy ? 'busy' : 'out_of_reach');
        reject(apiError('temporarily_unavailable', { because }));
      };
      const timer = setTimeout(tooLate, timerMs(limitMs));
      const end = () => {
        clearTimeout(timer);
        this.#leftMs -= performance.now() - startedAt;
      };
      pending.then(
        (value) => {
          end();
          resolve(value);
        },
        (error: Error) => {
          end();
          reject(error); // no effect after the 503
        },
      );
    });
  }
}

/** Node keeps one list of timers for each duration, so the remaining time is rounded up to few durations. */
function timerMs(limitMs: number): number {
  return Math.max(0, Math.ceil(limitMs / timerStepMs) * timerStepMs);
}
