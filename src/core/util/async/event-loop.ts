import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of long work in one event-loop turn. Serving 1,000 small rich texts takes 100 ms. */
const workMs = 8;

let startedAt: number | null = null;

/** Whether the long work of all requests has used up its time in this event-loop turn. */
export function isYieldDue(): boolean {
  const now = performance.now();
  if (startedAt !== null) return now - startedAt > workMs;
  startedAt = now;
  setImmediate(() => (startedAt = null));
  return false;
}

/** Resolves in the next event-loop turn, after other requests had theirs. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
}
