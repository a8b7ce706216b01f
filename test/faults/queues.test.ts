import { expect, it } from 'vitest';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import { inMs } from '../support/content.ts';
import { addWaitingDeliveries } from '../support/waiting-deliveries.ts';
import { newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';

const queued = 10_000;
const scene = await newScene();
const { app } = scene.service;

it(`an endpoint with ${queued} deliveries that wait is disabled whole, though the process dies in the midst of it`, async () => {
  const project = await scene.service.newProject();
  const endpointId = await newEndpoint(app, project.id, 'http://127.0.0.1:9/hook');
  const inAnHour = new Date(inMs(3_600_000));
  const rows = { project_id: project.id, endpoint_id: endpointId, next_attempt_at: inAnHour };
  await addWaitingDeliveries(app, queued, rows);
  const victim = await scene.start();
  const owner = new DashboardClient(victim.url);
  const { cookie, csrf } = await signedIn(scene.service, project.id, 'owner');
  Object.assign(owner, { cookie, csrf });
  const held = async () => (await statesOf(app, project.id))['held'] ?? 0;

  const answer = owner.send('PATCH', `/projects/${project.id}/webhooks/${endpointId}`, { enabled: false });
  void answer.catch(() => null); // the process may be gone before it answers
  await expect.poll(held, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
  await victim.kill();
  const moved = await held();
  expect(moved).toBeLessThan(queued);

  const next = await scene.start();
  await expect.poll(held, { timeout: 300_000, interval: 500 }).toBe(queued);
  await next.kill();
});
