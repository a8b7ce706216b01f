import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/platform/http/log.ts';
import { JobRunner } from '../../src/platform/jobs/runner.ts';
import type { Job } from '../../src/platform/jobs/schema.ts';
import { startOwnService } from '../support/service.ts';

const { app } = await startOwnService();
const { system, clock } = app;

/** The jobs of one process. */
async function startJobs(...jobs: Job[]): Promise<JobRunner> {
  const log = createLog('fatal');
  const runner = new JobRunner({ system, clock, log, onFailure: () => undefined }, jobs);
  await runner.start();
  onTestFinished(() => runner.stop());
  return runner;
}

const inMs = (ms: number) => new Date(clock.now().getTime() + ms);

describe('the timers of several processes', () => {
  it('wake for a key once, however often and by whomever that was asked for', async () => {
    const woken: string[] = [];
    const job = { name: 'test.wake', everySeconds: null, run: async (key: string) => void woken.push(key) };
    const runners = [await startJobs(job), await startJobs(job)];

    await Promise.all(
      [...runners, ...runners].flatMap((runner) => [
        runner.wake('test.wake', 'a', inMs(500)),
        runner.wake('test.wake', 'b', inMs(500)),
      ]),
    );

    await expect.poll(() => woken.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await runners[0]?.wake('test.wake', 'c', inMs(0));
    await expect.poll(() => woken, { timeout: 10_000 }).toContain('c');
    expect([...woken].sort()).toEqual(['a', 'b', 'c']);
  });

  it('run a job again that failed, and say meanwhile that something is wrong', async () => {
    let runs = 0;
    const runner = await startJobs({
      name: 'test.failing',
      everySeconds: 1,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('not yet');
      },
    });

    await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    expect(runner.problem()).toMatch(/scheduled jobs fail/);
  });

  it('let what runs come to its end before they stop', async () => {
    let state = 'waiting';
    const runner = await startJobs({
      name: 'test.long',
      everySeconds: null,
      run: async () => {
        state = 'running';
        await new Promise((resolve) => setTimeout(resolve, 500));
        state = 'done';
      },
    });
    await runner.wake('test.long', 'a', inMs(0));
    await expect.poll(() => state, { timeout: 10_000 }).toBe('running');

    await runner.stop();

    expect(state).toBe('done');
  });
});
