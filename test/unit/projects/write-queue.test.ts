import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/errors/api-error.ts';
import { WriteQueue } from '../../../src/projects/write/write-order.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const workMs = 100;

/** What came of a write and after how long, in milliseconds. */
async function outcome(work: Promise<unknown>): Promise<{ result: unknown; tookMs: number }> {
  const begun = performance.now();
  const result = await work.catch((error: unknown) => (error instanceof ApiError ? error.code : error));
  return { result, tookMs: performance.now() - begun };
}

/** Runs the work as a write of the project. */
async function run<T>(
  queue: WriteQueue,
  project: string,
  options: { endsAt?: number },
  work: () => Promise<T>,
): Promise<T> {
  const leave = await queue.enter(project, options);
  try {
    return await work();
  } finally {
    leave();
  }
}

describe('the queue of writes of one project', () => {
  it('refuses at once what could not be done in time, and does the rest in order', async () => {
    const queue = new WriteQueue();
    const done: number[] = [];
    const write = (n: number, forMs: number) =>
      outcome(
        run(queue, 'prj_1', { endsAt: performance.now() + forMs }, async () => {
          await pause(workMs);
          done.push(n);
        }),
      );
    for (const n of [1, 2, 3]) await write(n, 5_000); // what a write takes is known by then

    const writes = await Promise.all(Array.from({ length: 20 }, (_, i) => write(4 + i, 6 * workMs)));

    const refused = writes.filter(({ result }) => result === 'temporarily_unavailable');
    expect(refused.length).toBeGreaterThan(10);
    for (const { tookMs } of refused) expect(tookMs).toBeLessThan(8 * workMs);
    const atOnce = refused.filter(({ tookMs }) => tookMs < workMs);
    expect(atOnce.length).toBeGreaterThan(10);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.length + refused.length).toBe(23);
  });

  it('holds up nobody else, and admits the next when it is empty however slow the last ones were', async () => {
    const queue = new WriteQueue();
    const slow = () => run(queue, 'prj_1', {}, () => pause(3 * workMs));
    await Promise.all([slow(), slow()]);

    const next = await outcome(
      run(queue, 'prj_1', { endsAt: performance.now() + workMs }, () => Promise.resolve('done')),
    );
    const busy = slow();
    const other = await outcome(
      run(queue, 'prj_2', { endsAt: performance.now() + workMs }, () => Promise.resolve('done')),
    );

    expect([next.result, other.result]).toEqual(['done', 'done']);
    expect(other.tookMs).toBeLessThan(workMs);
    await busy;
  });
});
