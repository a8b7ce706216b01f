import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { apiError } from '../../../contract/errors/api-error.ts';

/** What one request may spend on waiting for the database, in milliseconds, unless its route sets another time. */
export const requestTimeMs = 4_500;

/** In milliseconds. */
const timerStepMs = 50;
/** Beyond this share of the time the process itself was at work, and what it waited for may long have answered. */
const busyShare = 0.7;
/** How old the look at the event loop may be that a wait begins with, in milliseconds: little beside the time of a request. */
const lookMs = 50;

let looked = { at: -Infinity, use: performance.eventLoopUtilization() };

/** How much the event loop has worked until about now. One look serves all requests that begin at that time. */
function loopUse(now: number): EventLoopUtilization {
  if (now - looked.at > lookMs) looked = { at: now, use: performance.eventLoopUtilization() };
  return looked.use;
}

/**
 * The time of one request that others decide about: a database that hangs becomes a 503 within 5 s instead of a request
 * that never ends (specification: answer-time). Reading a slow caller's body is not counted.
 */
export class RequestDeadline {
  #leftMs: number;
  /** What the work waits for, if that is known. */
  #delay: 'other_writes' | null = null;

  constructor(wholeMs: number = requestTimeMs) {
    this.#leftMs = wholeMs;
  }

  readonly onDelay = (cause: 'other_writes' | null): void => {
    this.#delay = cause;
  };

  /** The moment at which the rest is used up, on the clock of `performance.now()`. */
  endsAt(limitMs: number = this.#leftMs): number {
    return performance.now() + limitMs;
  }

  /** Waits for the work as long as time is left. @throws temporarily_unavailable */
  wait<T>(working: Promise<T>, limitMs: number = this.#leftMs): Promise<T> {
    const begun = performance.now();
    const loop = loopUse(begun);
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
        this.#leftMs -= performance.now() - begun;
      };
      working.then(
        (value) => {
          end();
          resolve(value);
        },
        (error: Error) => {
          end();
          reject(error); // after the answer it has no reader
        },
      );
    });
  }
}

/** Timers of one length share a list: what is left of a request's time is rounded up to a few lengths. */
function timerMs(limitMs: number): number {
  return Math.max(0, Math.ceil(limitMs / timerStepMs) * timerStepMs);
}
