/** Tells the time; injected wherever time decides something, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock, moved by `offsetMs` (tests start a process "tomorrow" with `CLOCK_OFFSET_MS`). */
export function systemClock(offsetMs = 0): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}
