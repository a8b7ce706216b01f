import { setTimeout as wait } from 'node:timers/promises';
import { cleanup } from '../../support/cleanup.ts';
import type { ApiClient } from '../../support/client.ts';

/** A request to the service that takes longer than this says that the machine has no time for it, in milliseconds. */
const usualMs = 60;
const everyMs = 25;

/**
 * Asks the service again and again, so that a test about a second knows how much of it the machine, which is not its
 * own, took from everybody.
 */
export function startHeartbeat(client: ApiClient) {
  const beats: { at: number; lateMs: number }[] = [];
  let isStopped = false;
  const loop = async () => {
    while (!isStopped) {
      const begin = performance.now();
      await client.get('/v1/ping');
      await wait(everyMs);
      const end = performance.now();
      beats.push({ at: end, lateMs: Math.max(0, end - begin - everyMs - usualMs) });
    }
  };
  const looping = loop();
  cleanup(async () => {
    isStopped = true;
    await looping;
  });
  return {
    /** How much of the time between two moments nothing was answered, in milliseconds. */
    stalledMs: (from: number, to: number) =>
      beats
        .filter(({ at, lateMs }) => at > from && at - lateMs < to)
        .reduce((sum, { lateMs }) => sum + lateMs, 0),
  };
}
