/** Pause in typing before a save, and before a copy is stored in this browser, in milliseconds. */
export const saveAfterMs = 700;
export const copyAfterMs = 250;

const retryMs = [1_000, 2_000, 4_000, 8_000] as const;

/** Milliseconds to wait after a number of failed attempts. */
export function retryWaitMs(attempts: number): number {
  return retryMs[attempts] ?? 15_000;
}
