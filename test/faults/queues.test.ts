import { expect, it } from 'vitest';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import { inMs } from '../support/content.ts';
import { addWaitingDeliveries } from '../support/waiting-deliveries.ts';
import { databaseOf } from '../support/database.ts';
import { newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';

const queued = 10_000;
const patience = { timeout: 200_000, interval: 500 };
const scene = await newScene();
const { app } = scene.service;

/** An endpoint with deliveries that wait, and a process of the service that changes it and dies in the midst of it. */
async function diesInTheMidst(from: { enabled: boolean; state: 'queued' | 'held' }, change: object) {
  const project = await scene.service.newProject();
  const endpointId = await newEndpoint(app, project.id, 'http://127.0.0.1:9/hook');
  const endpoints = databaseOf(app.system).collection<{ _id: string; enabled: boolean }>('webhook_endpoints');
  const own = { _id: endpointId, project_id: project.id };
  await endpoints.updateOne(own, { $set: { enabled: from.enabled } });
  const inAnHour = new Date(inMs(3_600_000));
  const rows = { project_id: project.id, endpoint_id: endpointId, next_attempt_at: inAnHour };
  await addWaitingDeliveries(app, queued, { ...rows, state: from.state });
  const victim = await scene.start();
  const owner = new DashboardClient(victim.url);
  const { cookie, csrf } = await signedIn(scene.service, project.id, 'owner');
  Object.assign(owner, { cookie, csrf });
  const inState = async (state: string) => (await statesOf(app, project.id))[state] ?? 0;

  const answer = owner.send('PATCH', `/projects/${project.id}/webhooks/${endpointId}`, change);
  void answer.catch(() => null); // the process may be gone before it answers
  const left = () => inState(from.state);
  await expect.poll(left, { timeout: 60_000, interval: 5 }).toBeLessThan(queued);
  await victim.kill();
  expect(await left()).toBeGreaterThan(0);
  return { inState, isEnabled: async () => (await endpoints.findOne(own))?.enabled };
}

it(`an endpoint with ${queued} deliveries that wait is disabled whole, though the process dies in the midst of it`, async () => {
  const { inState } = await diesInTheMidst({ enabled: true, state: 'queued' }, { enabled: false });

  const next = await scene.start();
  await expect.poll(() => inState('held'), patience).toBe(queued);
  await next.kill();
});

it(`an endpoint whose ${queued} held deliveries are to be dropped is enabled and loses all, though the process dies`, async () => {
  const drop = { enabled: true, held: 'drop' };
  const { inState, isEnabled } = await diesInTheMidst({ enabled: false, state: 'held' }, drop);

  const next = await scene.start();
  await expect.poll(() => inState('dropped'), patience).toBe(queued);
  expect(await isEnabled()).toBe(true);
  await next.kill();
});
