/**
 * The moment of the next attempt (specification: deliveries), or null when there is none left.
 * @param attemptsMade - failed attempts so far, the one that just ended included.
 */
export function nextAttemptAt(waitsMs: readonly number[], attemptsMade: number, endedAt: Date): Date | null {
  const waitMs = waitsMs[attemptsMade - 1];
  return waitMs === undefined ? null : new Date(endedAt.getTime() + waitMs);
}
