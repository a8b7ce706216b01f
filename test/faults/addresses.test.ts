import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { EndpointRecord } from '../../src/webhooks/schema.ts';
import { tellEvents } from '../support/events.ts';
import { startReceiver } from '../support/receiver.ts';
import { deliveriesOf, newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';

/** A listener on every address of this machine. Nobody should come. */
const trap = { connections: 0, port: 0 };
const server = createServer((socket) => {
  trap.connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => server.listen(0, '::', resolve));
trap.port = (server.address() as AddressInfo).port;
afterAll(() => void server.close());

const forbidden = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '127.0.0.1.',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0x7f.1',
  '0',
  '0.0.0.0',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '172.16.0.1',
  '192.168.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2001:0:7f00:1::]',
  '[2002:7f00:1::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[ff02::1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
];

const scene = await newScene({ WEBHOOK_RETRY_SECONDS: '0.2' });
const { app } = scene.service;

describe('a service that may reach public addresses only', async () => {
  await scene.start({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.2/32' });

  it(`connects to none of ${forbidden.length} forms of forbidden addresses, at no attempt`, async () => {
    const project = await scene.service.newProject();
    for (const host of forbidden) await newEndpoint(app, project.id, `http://${host}:${trap.port}/`);

    await tellEvents(app, project.id, {});

    await expect
      .poll(() => statesOf(app, project.id), { timeout: 60_000 })
      .toEqual({ failed: forbidden.length });
    const attempts = (await deliveriesOf(app, project.id)).flatMap((delivery) => delivery.attempts);
    expect(attempts).toHaveLength(2 * forbidden.length);
    for (const { error } of attempts) expect(error).toMatch(/nothing was sent\.$|does not resolve\.$/);
    expect(trap.connections).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i there', async (status) => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver('127.0.0.2');
    receiver.answer = (response) =>
      void response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
    await newEndpoint(app, project.id, receiver.url);

    await tellEvents(app, project.id, {});

    await receiver.got(2);
    await expect.poll(() => statesOf(app, project.id)).toEqual({ failed: 1 });
    expect(trap.connections).toBe(0);
  });

  it('judges the address of every connection, also of an endpoint that was stored when more was allowed', async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver('127.0.0.2');
    const id = await newEndpoint(app, project.id, receiver.url);
    await tellEvents(app, project.id, {});
    await receiver.got(1);
    const url = `http://127.0.0.1:${trap.port}/`;
    await app.system.db
      .collection<EndpointRecord>('webhook_endpoints')
      .updateOne({ _id: id }, { $set: { url } });

    await tellEvents(app, project.id, {});

    await expect
      .poll(() => statesOf(app, project.id), { timeout: 20_000 })
      .toEqual({ delivered: 1, failed: 1 });
    expect(trap.connections).toBe(0);
  });
});
