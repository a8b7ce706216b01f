import { describe, expect, it } from 'vitest';
import type { DeliveryRecord, DeliveryState } from '../../../../src/delivery/queue/schema.ts';
import type { EndpointRecord } from '../../../../src/delivery/webhooks/schema.ts';
import { createEndpoint, settleQueues } from '../../../../src/delivery/webhooks/service.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { addWaitingDeliveries } from '../../../support/waiting-deliveries.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const queued = 20_000;
/** No request of the dashboard may take longer, in milliseconds. */
const limitMs = 4_500;
/** How fast they follow is the bench's matter: a test waits for it as long as a slow machine may need. */
const movedWithin = { timeout: 240_000, interval: 1_000 };
const patience = { timeout: 560_000 };
const variables = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' };

/** Serves requests and delivers nothing; the other process does both once it is started. */
const service = await startService(variables);
const { app } = service;
const another = await startService({ ...variables, MONGODB_DB: app.config.MONGODB_DB });
const deliveries = databaseOf(app.system).collection<DeliveryRecord>('deliveries');
const receiver = await startReceiver();
const started = another.app.start();

async function owned(count: number, enabled: boolean, at = service) {
  const project = await at.newProject();
  const db = app.system.project(project.id);
  const now = app.clock.now();
  const { endpoint } = await createEndpoint(db, { url: receiver.url }, { now, actor: tester, box: app.box });
  const endpoints = databaseOf(app.system).collection<EndpointRecord>('webhook_endpoints');
  await endpoints.updateOne({ _id: endpoint.id, project_id: project.id }, { $set: { enabled } });
  const body = JSON.stringify({ project: project.id });
  const held = { project_id: project.id, endpoint_id: endpoint.id, body, state: 'held' as const };
  await addWaitingDeliveries(app, count, held);
  const owner = await signedIn(at, project.id, 'owner');
  const change = async (changes: object) => {
    const begun = performance.now();
    const answer = await owner.send('PATCH', `/projects/${project.id}/webhooks/${endpoint.id}`, changes);
    return { ...answer, ms: performance.now() - begun };
  };
  const replay = (since: Date) =>
    owner.send('POST', `/projects/${project.id}/webhooks/${endpoint.id}/replay`, {
      since: since.toISOString(),
    });
  const inState = (one: DeliveryState) => deliveries.countDocuments({ endpoint_id: endpoint.id, state: one });
  return { project, change, replay, inState };
}

describe(`an endpoint with ${queued} deliveries that wait`, () => {
  it('is enabled and disabled at once, and all of them follow', patience, async () => {
    const { change, inState } = await owned(queued, false);

    const enabled = await change({ enabled: true });
    expect(enabled).toMatchObject({ status: 200, body: { enabled: true, health: { held: 1_000 } } });
    expect(enabled.ms).toBeLessThan(limitMs);
    await expect.poll(() => inState('held'), movedWithin).toBe(0);

    const disabled = await change({ enabled: false });
    expect(disabled).toMatchObject({ status: 200, body: { enabled: false } });
    expect(disabled.ms).toBeLessThan(limitMs);
    const sent = receiver.received.length;
    await expect
      .poll(async () => (await inState('queued')) + (await inState('sending')), movedWithin)
      .toBe(0);
    expect((await inState('held')) + (await inState('delivered'))).toBe(queued);
    expect(receiver.received.length).toBeLessThanOrEqual(sent + 2); // what was under way
  });

  it('drops them all though its process stops meanwhile, and sends what comes later', patience, async () => {
    const ending = await startService({ ...variables, MONGODB_DB: app.config.MONGODB_DB });
    const { project, change, inState } = await owned(queued, false, ending);

    const answer = await change({ enabled: true, held: 'drop' });
    await ending.app.stopWork(); // as this process does when it is told to end
    const left = await inState('held');
    await emitTestEvents(app, project.id, {});
    await started;
    await settleQueues(another.app.system, another.app.clock.now());

    expect(answer.status).toBe(200);
    expect(answer.ms).toBeLessThan(limitMs);
    expect(left).toBeGreaterThan(0);
    await expect.poll(() => inState('dropped'), movedWithin).toBe(queued);
    await expect.poll(() => inState('delivered'), movedWithin).toBe(1);
    expect(receiver.received.filter(({ raw }) => raw.includes(`"project":"${project.id}"`))).toEqual([]);
  });
});

describe('a replay', () => {
  it('counts what it queued, not what waits already', async () => {
    const since = another.app.clock.now();
    const { project, replay, inState } = await owned(0, true);
    await started;
    await emitTestEvents(app, project.id, {}, {}, {});
    await expect.poll(() => inState('delivered'), { timeout: 15_000 }).toBe(3);
    const later = { state: 'queued', next_attempt_at: new Date(8e12) } as const;
    await deliveries.updateOne({ project_id: project.id }, { $set: later });

    const answer = await replay(since);

    expect(answer.body).toEqual({ queued: 2 });
  });
});
