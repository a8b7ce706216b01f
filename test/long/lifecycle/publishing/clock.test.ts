import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { clockOffsetFinding } from '../../../../src/cli/support/checks/examination.ts';
import { clockHealth } from '../../../../src/server/health/clock-health.ts';
import { createLog } from '../../../../src/core/http/server/log.ts';
import { DatabaseClock } from '../../../../src/core/mongo/connection/database-clock.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { defineType, inMs, publishEntry } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startOwnService } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const service = await startOwnService();
const { system } = service.app;
const hasFaketime = spawnSync('faketime', ['--version']).error === undefined;
if (!hasFaketime) console.log('faketime is not installed: processes with a wrong clock are not started');

/** A machine's clock that tests set. */
function machineClock(aheadMs: number) {
  return { aheadMs, now: () => new Date(Date.now() + machine.aheadMs) };
}
let machine = machineClock(0);

async function measuredClock(aheadMs: number, shiftMs = 0): Promise<DatabaseClock> {
  machine = machineClock(aheadMs);
  const clock = new DatabaseClock(system, shiftMs, machine);
  await clock.measure();
  return clock;
}

/** The database runs on this machine, so this clock is its clock. */
function expectDatabaseTime(clock: DatabaseClock, shiftMs = 0): void {
  expect(Math.abs(clock.now().getTime() - Date.now() - shiftMs)).toBeLessThan(500);
}

describe('the clock of a process', () => {
  it.each([3_600_000, -3_600_000, 2_500, -300])(
    'follows the database when the machine is %d ms ahead',
    async (aheadMs) => {
      const clock = await measuredClock(aheadMs);

      expectDatabaseTime(clock);
      expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThan(500);
    },
  );

  it('stays the machine clock when both agree', async () => {
    expect((await measuredClock(0)).offsetMs).toBe(0);
  });

  it('keeps the shift of tests out of the offset', async () => {
    const clock = await measuredClock(60_000, 86_400_000);

    expectDatabaseTime(clock, 86_400_000);
    expect(clock.offsetMs).toBeLessThan(60_500);
  });

  it.each([3_600_000, -3_600_000])('does not move when the machine is set by %d ms', async (aheadMs) => {
    const clock = await measuredClock(0);

    machine.aheadMs = aheadMs;

    expectDatabaseTime(clock);
    expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThan(500);
    await clock.measure();
    expectDatabaseTime(clock);
    expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThan(500);
  });
});

describe('an offset of the clock', () => {
  it.each([
    [0, null],
    [2_000, null],
    [-2_000, null],
    [2_001, "This machine's clock is 2.0 s ahead of the database's."],
    [-2_001, "This machine's clock is 2.0 s behind the database's."],
    [3_600_000, "This machine's clock is 3600.0 s ahead of the database's."],
  ])('of %d ms makes a process unready and galley doctor fail above two seconds', async (offsetMs, issue) => {
    const state = await clockHealth({ offsetMs }, createLog('silent')).run();
    const finding = clockOffsetFinding(offsetMs);

    expect(finding.ok).toBe(issue === null);
    if (issue === null) return expect(state).toBeNull();
    expect(state).toEqual({ problem: `${issue} Synchronize both with NTP.`, fatal: true });
    expect(finding.why).toContain(issue);
  });
});

describe.skipIf(!hasFaketime)('a process whose clock is wrong', () => {
  async function wrongProcess(clock: string) {
    const started = await startProcess(
      { MONGODB_DB: databaseOf(system).databaseName, ROLE: 'all' },
      { clock },
    );
    cleanup(async () => {
      started.program.process.kill('SIGKILL');
      await started.program.ended();
    });
    return started;
  }

  it('keeps an embargo when it is an hour ahead, and is not ready', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'Secret' }, { published_at: inMs(1_800_000) });
    const due = await publishEntry(project, 'page', { title: 'Due' }, { published_at: inMs(1_500) });
    const wrong = await wrongProcess('+1h');
    const reader = { headers: { Authorization: `Bearer ${project.publishable.token}` } };

    // The process publishes what is due, so its timers have run when this event exists.
    const published = () => project.eventData().then((events) => JSON.stringify(events).includes(due));
    await expect.poll(published, { timeout: 60_000 }).toBe(true);
    expect((await project.events()).filter((name) => name === 'content.entry.published')).toHaveLength(1);
    expect((await fetch(`${wrong.url}/v1/content/page/${id}`, reader)).status).toBe(404);
    expect((await fetch(`${wrong.url}/v1/content/page/${due}`, reader)).status).toBe(200);

    const ready = await fetch(`${wrong.opsUrl}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      problems: expect.arrayContaining([
        { part: 'clock', problem: expect.stringMatching(/clock is 3\d{3}\.\d s ahead of the database's/) },
      ]),
    });
    const metrics = await (await fetch(`${wrong.opsUrl}/metrics`)).text();
    expect(Number(/^galley_clock_offset_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(3_590);
    expect(wrong.program.err).toContain('clock_offset_ms');
  });

  it('publishes at the time of the database when it is an hour behind', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const wrong = await wrongProcess('-1h');
    const headers = {
      Authorization: `Bearer ${project.secret.token}`,
      'Content-Type': 'application/json',
    };

    const response = await fetch(`${wrong.url}/v1/content/page/entries`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ values: { title: 'Now' }, publish: true }),
    });
    const entry = (await response.json()) as { id: string; published_at: string };

    expect(Math.abs(Date.parse(entry.published_at) - Date.now())).toBeLessThan(60_000);
    expect((await project.publishable.get(`/v1/content/page/${entry.id}`)).status).toBe(200);
    expect((await fetch(`${wrong.opsUrl}/readyz`)).status).toBe(503);
  });
});
