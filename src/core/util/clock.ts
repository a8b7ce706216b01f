/** Returns the time. It is injected, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/**
 * How far the clocks of two processes can differ, in milliseconds. Processes follow the database's time, so only
 * processes of older versions differ by more than a round trip.
 */
export const clockSkewMs = 60_000;

/**
 * The time for requests on a project. It is never before the project's newest change, so what one process published is
 * live in all others at once although their clocks differ a little.
 */
export function timeFor({ changedAt }: { changedAt: Date }, clock: Clock): Date {
  const now = clock.now();
  const aheadMs = changedAt.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= clockSkewMs ? changedAt : now;
}

/** The machine's clock, moved by `offsetMs` (tests start a process "tomorrow" with `CLOCK_OFFSET_MS`). */
export function systemClock(offsetMs = 0): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}
