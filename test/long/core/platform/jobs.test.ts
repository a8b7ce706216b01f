import type { CommandStartedEvent } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../../src/core/http/server/log.ts';
import { jobRows } from '../../../../src/core/jobs/collection.ts';
import { JobRunner } from '../../../../src/core/jobs/runner.ts';
import type { Job } from '../../../../src/core/jobs/schema.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';

const { app } = await startOwnService();
const { system, clock } = app;

/** A process that is frozen loses a place for each job that it held. */
const bounds = { locksMax: 4, guardMs: 500 };

/** One process with one job. @param lockMs - how long it keeps the job when it is silent */
async function startJobs(job: Job | Job[], lockMs = 1_500, log = createLog('fatal')): Promise<JobRunner> {
  const runner = new JobRunner({ system, clock, log, onFailure: () => undefined, lockMs, bounds }, [
    ...(Array.isArray(job) ? job : [job]),
  ]);
  await runner.start();
  onTestFinished(() => runner.stop());
  return runner;
}

const rows = databaseOf(system).collection(jobRows.name);
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

  it('run a job again that failed, and are unwell until it succeeds', async () => {
    let [runs, mayRun] = [0, false];
    const runner = await startJobs({
      name: 'test.failing',
      everySeconds: 1,
      run: async () => {
        runs += 1;
        if (!mayRun) throw new Error('not yet');
      },
    });

    await expect.poll(() => runner.problem(), { timeout: 15_000 }).toMatch(/scheduled jobs fail/);
    mayRun = true;
    await expect.poll(() => runner.problem(), { timeout: 15_000 }).toBeNull();
    expect(runs).toBeGreaterThanOrEqual(2);
  });

  it('write one line for all jobs that fail in a round', async () => {
    const lines: object[] = [];
    const ignore = () => undefined;
    const log = { info: ignore, error: ignore, warn: (fields: object) => void lines.push(fields) };
    const names = Array.from({ length: bounds.locksMax }, (_, i) => `test.round-${i}`);
    let failures = 0;
    const jobs = names.map((name) => ({
      ...{ name, everySeconds: 1 },
      run: async () => {
        failures += 1;
        throw new Error('no database');
      },
    }));

    await startJobs(jobs, 1_500, log);

    await expect.poll(() => failures, { timeout: 30_000 }).toBeGreaterThan(20);
    expect(lines.length).toBeLessThan(failures / 2);
    expect(lines.flatMap((line) => (line as { jobs: string[] }).jobs)).toEqual(expect.arrayContaining(names));
    expect(lines[0]).toMatchObject({ faults: ['Error: no database'] });
  });

  it.each([
    ['nextRunAt', 'is due in an hour'],
    ['lockedAt', 'was locked in an hour'],
  ])('run a job at once that %s says %s, by a clock that was ahead', async (key) => {
    let runs = 0;
    const job = { name: `test.ahead-${key}`, everySeconds: 1, run: async () => void (runs += 1) };
    const first = await startJobs(job);
    await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    await first.stop();
    const planted = await rows.updateOne({ 'data.job': job.name }, { $set: { [key]: inMs(3_600_000) } });
    expect(planted.modifiedCount).toBe(1);
    const before = runs;

    await startJobs(job);

    await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(before + 1);
  });

  it('run what an earlier version stored, each once, but not what its process still runs', async () => {
    const stored = { name: 'test.earlier', type: 'normal', priority: 0, lockedAt: null };
    const lockMs = 60_000;
    const [before, ended] = [inMs(-2 * lockMs), { nextRunAt: null, lockedAt: null }];
    await rows.insertMany([
      { ...stored, data: { key: 'due' }, nextRunAt: before },
      { ...stored, name: 'once', data: { job: 'test.earlier', key: 'due' }, nextRunAt: before },
      { ...stored, data: { key: 'later' }, nextRunAt: inMs(8_000) },
      { ...stored, data: { key: 'killed' }, nextRunAt: null, lockedAt: before },
      { ...stored, data: { key: 'running' }, nextRunAt: null, lockedAt: inMs(0) },
      { ...stored, data: { key: 'ended' }, ...ended },
      { ...stored, name: 'test.earlier-recurring', type: 'single', data: { key: '' }, nextRunAt: before },
    ]);
    const runs: string[] = [];
    let recurringRuns = 0;
    const jobs = [
      { name: 'test.earlier', everySeconds: null, run: async (key: string) => void runs.push(key) },
      { name: 'test.earlier-recurring', everySeconds: 3_600, run: async () => void (recurringRuns += 1) },
    ];
    const [first] = [await startJobs(jobs, lockMs), await startJobs(jobs, lockMs)];
    await first.wake('test.earlier', 'later', inMs(0)); // it is stored already and keeps its time

    await expect.poll(() => runs.length, { timeout: 20_000 }).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 2_000));

    expect(runs.sort()).toEqual(['due', 'killed', 'later']);
    expect(recurringRuns).toBe(1);
    const left = await rows.find({ name: /^test/ }).toArray();
    expect(left.map(({ data }) => (data as { key: string }).key)).toEqual(['running']);
  });

  it('leave jobs that they do not have to the processes of another version', async () => {
    const woken: string[] = [];
    const job = { name: 'test.newer', everySeconds: null, run: async (key: string) => void woken.push(key) };
    await startJobs([]);
    const newer = await startJobs(job);

    const keys = ['a', 'b', 'c', 'd'];
    await Promise.all(keys.map((key) => newer.wake(job.name, key, inMs(0))));

    await expect.poll(() => [...woken].sort(), { timeout: 20_000 }).toEqual(keys);
  });

  it('ask for jobs with one command a second, however many there are', async () => {
    let runs = 0;
    const names = Array.from({ length: 12 }, (_, i) => `test.quiet-${i}`);
    const run = async () => void (runs += 1);
    await startJobs(names.map((name) => ({ name, everySeconds: 3_600, run })));
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(names.length);
    await new Promise((resolve) => setTimeout(resolve, 1_500));

    let [checks, searches] = [0, 0];
    const count = ({ commandName, command }: CommandStartedEvent) => {
      if (JSON.stringify(command['pipeline'] ?? []).includes('"$limit":1}')) checks += 1;
      if (commandName === 'findAndModify') searches += 1;
    };
    clientOf(system).on('commandStarted', count);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    clientOf(system).off('commandStarted', count);

    expect(checks).toBeGreaterThan(1);
    expect(checks).toBeLessThanOrEqual(7);
    expect(searches).toBe(0);
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

  it('take over from a process that was killed while it held a job', async () => {
    let runs = 0;
    const job = { name: 'test.orphan', everySeconds: 1, run: async () => void (runs += 1) };
    const first = await startJobs(job);
    await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    await first.stop();
    await rows.updateOne({ 'data.job': job.name }, { $set: { lockedAt: new Date() } });
    const before = runs;

    await startJobs(job);

    await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(before + 1);
  });

  it('leave a job that runs for longer than a lock lasts to the process that runs it', async () => {
    const lockMs = 4_000;
    let [running, atOnce, runs] = [0, 0, 0];
    const job = {
      name: 'test.lasting',
      everySeconds: 1,
      run: async () => {
        running += 1;
        atOnce = Math.max(atOnce, running);
        await new Promise((resolve) => setTimeout(resolve, 2 * lockMs));
        running -= 1;
        runs += 1;
      },
    };
    await startJobs(job, lockMs);
    await startJobs(job, lockMs);

    await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
    expect(atOnce).toBe(1);
  });

  it('go on after a process stood still while it held jobs, however often', async () => {
    let runs = 0;
    const job = { name: 'test.frozen', everySeconds: 1, run: async () => void (runs += 1) };
    await startJobs(job);
    const isHeld = async () =>
      (await rows.findOne({ 'data.job': job.name, lockedAt: { $ne: null } })) !== null;

    for (let times = 0; times < 2 * bounds.locksMax; times += 1) {
      const before = runs;
      await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(before);
      await expect.poll(isHeld, { timeout: 20_000, interval: 20 }).toBe(true);
      standStill(1_600);
    }

    const before = runs;
    await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(before + 1);
  }, 120_000);
});

/** Nothing in this process goes on meanwhile, as if it were frozen. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
