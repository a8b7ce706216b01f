/**
 * Returns the time of the next attempt (specification: deliveries), or null after the last one.
 * @param attemptsMade - number of failed attempts, including the one that just ended
 */
export function nextAttemptAt(waitsMs: readonly number[], attemptsMade: number, endedAt: Date): Date | null {
  const waitMs = waitsMs[attemptsMade - 1];
  return waitMs === undefined ? null : new Date(endedAt.getTime() + waitMs);
}
