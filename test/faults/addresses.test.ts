import { describe, expect, it } from 'vitest';
import type { EndpointRecord } from '../../src/delivery/webhooks/schema.ts';
import { emitTestEvents } from '../support/events.ts';
import { forbiddenHosts } from '../support/forbidden-hosts.ts';
import { startReceiver } from '../support/receiver.ts';
import { startConnectionTrap } from '../support/connection-trap.ts';
import { deliveriesOf, newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';
import { databaseOf } from '../support/database.ts';

const trap = await startConnectionTrap();

const scene = await newScene({ WEBHOOK_RETRY_SECONDS: '0.2' });
const { app } = scene.service;

describe('a service that may reach public addresses only', async () => {
  await scene.start({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.2/32' });

  it(`connects to none of ${forbiddenHosts.length} forms of forbidden addresses, at no attempt`, async () => {
    const project = await scene.service.newProject();
    for (const host of forbiddenHosts) await newEndpoint(app, project.id, `http://${host}:${trap.port}/`);

    await emitTestEvents(app, project.id, {});

    await expect
      .poll(() => statesOf(app, project.id), { timeout: 60_000 })
      .toEqual({ failed: forbiddenHosts.length });
    const attempts = (await deliveriesOf(app, project.id)).flatMap((delivery) => delivery.attempts);
    expect(attempts).toHaveLength(2 * forbiddenHosts.length);
    for (const { error } of attempts) expect(error).toMatch(/nothing was sent\.$|does not resolve\.$/);
    expect(trap.connections).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i there', async (status) => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver('127.0.0.2');
    receiver.answer = (response) =>
      void response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
    await newEndpoint(app, project.id, receiver.url);

    await emitTestEvents(app, project.id, {});

    await receiver.got(2);
    await expect.poll(() => statesOf(app, project.id)).toEqual({ failed: 1 });
    expect(trap.connections).toBe(0);
  });

  it('judges the address of every connection, also of an endpoint that was stored when more was allowed', async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver('127.0.0.2');
    const id = await newEndpoint(app, project.id, receiver.url);
    await emitTestEvents(app, project.id, {});
    await receiver.got(1);
    const url = `http://127.0.0.1:${trap.port}/`;
    await databaseOf(app.system)
      .collection<EndpointRecord>('webhook_endpoints')
      .updateOne({ _id: id, project_id: project.id }, { $set: { url } });

    await emitTestEvents(app, project.id, {});

    await expect
      .poll(() => statesOf(app, project.id), { timeout: 60_000 })
      .toEqual({ delivered: 1, failed: 1 });
    expect(trap.connections).toBe(0);
  });
});
