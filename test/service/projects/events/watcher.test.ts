import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventRecord } from '../../../../src/projects/events/schema.ts';
import { Watcher, watcherLease } from '../../../../src/projects/events/watcher.ts';
import { releaseLease, takeLease } from '../../../../src/core/mongo/transaction/lease.ts';
import { projectLoops } from '../../../../src/core/jobs/project-loops.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startOwnService, type TestService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const leaseMs = 1_500;

interface Follower {
  watcher: Watcher;
  /** Ids of the events that it made deliveries from, each time that it did. */
  told: string[];
  /** Set: the next batch fails. */
  fails: boolean;
}

/** A watcher as one more process would have it. */
function startWatcher({ app: { system, log } }: TestService): Follower {
  const follower: Follower = {
    told: [],
    fails: false,
    watcher: new Watcher({
      system,
      log,
      leaseMs,
      fanOut: async (batch) => {
        follower.told.push(...batch.map((event) => event._id));
        if (!follower.fails) return;
        follower.fails = false;
        throw new Error('the database is gone for a moment');
      },
    }),
  };
  follower.watcher.start();
  onTestFinished(() => follower.watcher.stop());
  return follower;
}

async function storedEvents({ app }: TestService): Promise<EventRecord[]> {
  return databaseOf(app.system).collection<EventRecord>('events').find().sort({ _id: 1 }).toArray();
}

describe('the watcher', async () => {
  const service = await startOwnService();
  const { app } = service;
  const project = await service.newProject();

  it('works in one process at a time, and in another as soon as that one stops', async () => {
    const first = startWatcher(service);
    await expect.poll(() => first.watcher.isHolder).toBe(true);
    const second = startWatcher(service);
    await emitTestEvents(app, project.id, {}, {});
    await expect.poll(() => first.told.length).toBe(2);
    expect(second.told).toEqual([]);

    await first.watcher.stop();
    await emitTestEvents(app, project.id, {});

    await expect.poll(() => second.told.length, { timeout: leaseMs }).toBe(1); // the lease was given back
    expect(first.told).toHaveLength(2);
    await expect.poll(async () => (await storedEvents(service)).every(({ fanned }) => fanned)).toBe(true);
  });

  it('takes over from one that died when its lease has run out, and makes up for what it left', async () => {
    const dead = { name: watcherLease, holder: 'a process that is gone', forMs: leaseMs };
    let takenAt = 0;
    const takeFree = () => {
      takenAt = performance.now();
      return takeLease(app.system, dead);
    };
    await expect.poll(takeFree).not.toBeNull();
    await emitTestEvents(app, project.id, {});

    const next = startWatcher(service);

    await expect.poll(() => next.told.length, { timeout: 10_000 }).toBe(1);
    expect(performance.now() - takenAt).toBeGreaterThan(leaseMs - 200);
    await releaseLease(app.system, dead.name, dead.holder); // it comes back: the lease is no longer its own
    expect(await takeLease(app.system, dead)).toBeNull();
  });

  it('marks no event whose deliveries could not be made, names the project, and tries again', async () => {
    const follower = startWatcher(service);
    follower.fails = true;
    await expect.poll(() => follower.watcher.isHolder, { timeout: 10_000 }).toBe(true);

    await emitTestEvents(app, project.id, {});

    const problem = () => projectLoops(app.system).problem();
    await expect.poll(problem).toContain(`events.fan-out of project ${project.id}`);
    await expect.poll(() => follower.told.length, { timeout: 10_000 }).toBe(2);
    expect(new Set(follower.told).size).toBe(1);
    await expect.poll(problem).toBeNull();
    expect(follower.watcher.problem()).toBeNull();
    await expect.poll(async () => (await storedEvents(service)).every(({ fanned }) => fanned)).toBe(true);
  });
});
