import { describe, expect, it, vi } from 'vitest';
import { emitTestEvents } from '../support/events.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { deliveriesOf, eventsOf, idsOf, newEndpoint, statesOf } from './support/outbox.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';
import { databaseOf } from '../support/database.ts';

const eventCount = 1_000;
const endpointCount = 5;
/** Longer than the lease of the watcher and the claim of a delivery. */
const frozenMs = 40_000;

const scene = await newScene({ LEASE_SECONDS: '15' }); // as in production
const { app } = scene.service;

async function startAll(): Promise<[ServiceProcess, ServiceProcess, ServiceProcess]> {
  const holder = await scene.start(); // the first one takes the lease, soon after it serves
  const before = await vi.waitUntil(holderOfLease, { timeout: 30_000, interval: 50 });
  const others = [await scene.start(), await scene.start()] as const;
  expect(await holderOfLease()).toBe(before);
  return [holder, ...others];
}

/** Who holds the lease of the watcher now, by the database's clock. */
async function holderOfLease(): Promise<string | null> {
  const leases = databaseOf(app.system).collection<{ _id: string; holder: string }>('leases');
  const held = { _id: 'watcher', $expr: { $gt: ['$until', '$$NOW'] } };
  return (await leases.findOne(held))?.holder ?? null;
}

async function newReceivers(projectId: string, count: number) {
  const receivers = await Promise.all(Array.from({ length: count }, () => startReceiver()));
  const endpointIds: string[] = [];
  for (const { url } of receivers) endpointIds.push(await newEndpoint(app, projectId, url));
  return { receivers, endpointIds };
}

/** Tells events in transactions of fifty. */
async function tellMany(projectId: string, count: number): Promise<void> {
  for (let told = 0; told < count; told += 50) {
    await emitTestEvents(app, projectId, ...Array.from({ length: Math.min(50, count - told) }, () => ({})));
  }
}

function arrivals(receivers: readonly Receiver[]): string[] {
  return receivers.flatMap(({ received }) => received.map(({ body }) => body.id));
}

describe('three processes on one database', async () => {
  const [holder] = await startAll();

  it(`make exactly ${eventCount * endpointCount} deliveries of ${eventCount} events for ${endpointCount} endpoints`, async () => {
    const project = await scene.service.newProject();
    const { receivers, endpointIds } = await newReceivers(project.id, endpointCount);

    await tellMany(project.id, eventCount);

    await expect
      .poll(() => statesOf(app, project.id), { timeout: 450_000, interval: 500 })
      .toEqual({ delivered: eventCount * endpointCount });
    const wanted = idsOf(await eventsOf(app, project.id), endpointIds);
    expect((await deliveriesOf(app, project.id)).map(({ _id }) => _id).sort()).toEqual(wanted);
    expect(arrivals(receivers).sort(), 'each arrives once: no lease was lost').toEqual(wanted);
  });

  it('come to no harm when the one that follows the stream is frozen for 40 s in the midst of it', async () => {
    const project = await scene.service.newProject();
    const { receivers, endpointIds } = await newReceivers(project.id, endpointCount);
    const before = await holderOfLease();
    const working = tellMany(project.id, 400);
    await expect.poll(() => arrivals(receivers).length, { timeout: 60_000 }).toBeGreaterThan(20);

    holder.freeze();
    const frozenAt = performance.now();
    await working;
    await expect.poll(holderOfLease, { timeout: 30_000 }).not.toBe(before); // it ran out, and was taken
    await expect
      .poll(() => statesOf(app, project.id), { timeout: 450_000, interval: 500 })
      .toEqual({ delivered: 400 * endpointCount });
    await expect.poll(() => performance.now() - frozenAt, { timeout: frozenMs }).toBeGreaterThan(frozenMs);
    holder.thaw();
    await tellMany(project.id, 50);

    await expect
      .poll(() => statesOf(app, project.id), { timeout: 60_000, interval: 500 })
      .toEqual({ delivered: 450 * endpointCount });
    const wanted = idsOf(await eventsOf(app, project.id), endpointIds);
    expect((await deliveriesOf(app, project.id)).map(({ _id }) => _id).sort()).toEqual(wanted);
    const arrived = arrivals(receivers);
    expect([...new Set(arrived)].sort()).toEqual(wanted);
    console.log(`${arrived.length - wanted.length} of ${wanted.length} deliveries came twice`);
    // Only what the frozen process had claimed: two places of each endpoint.
    expect(arrived.length - wanted.length).toBeLessThanOrEqual(2 * endpointCount);
  });
});
