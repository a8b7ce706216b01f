import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  listDeliveries,
  readEndpoint,
} from '../../src/webhooks/service.ts';
import { emitTestEvents } from '../support/events.ts';
import { expectedSignature, type Receiver, startReceiver } from '../support/receiver.ts';
import { startService, type TestProject } from '../support/service.ts';
import { tester } from '../support/actor.ts';

const service = await startService({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2,0.2',
  WEBHOOK_TIMEOUT_MS: '500',
});
const { app } = service;
await app.start();

async function newEndpoint(project: TestProject, receiver: Receiver, events?: string[]) {
  const db = app.system.project(project.id);
  const input = { url: receiver.url, ...(events === undefined ? {} : { events }) };
  const { endpoint, secret } = await createEndpoint(db, input, {
    now: app.clock.now(),
    actor: tester,
    box: app.box,
  });
  return { db, id: endpoint.id, secret };
}

function orderIn(body: string): number {
  return (JSON.parse(body) as { data: { order: number } }).data.order;
}

describe('a delivery', () => {
  it('carries the specified headers and body, signed over its very bytes', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { secret } = await newEndpoint(project, receiver);
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    await receiver.got(1);

    const entry = await project.secret.post('/v1/content/page/entries', {
      values: { title: 'Ä' },
      publish: true,
    });

    const [, delivery] = await receiver.got(2);
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery': expect.stringMatching(/^whd_[0-9a-z]{26}$/),
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    expect(delivery?.body).toEqual({
      id: delivery?.headers['x-service-delivery'],
      event: 'content.entry.published',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: expect.objectContaining({
        id: entry.body.id,
        type: 'page',
        title: 'Ä',
        url: `/v1/content/page/${entry.body.id}`,
      }),
    });
    expect(delivery && delivery.headers['x-service-signature']).toBe(
      delivery && expectedSignature(secret, delivery),
    );
    const sentAt = Number(delivery?.headers['x-service-timestamp']) * 1000;
    expect(Math.abs(sentAt - app.clock.now().getTime())).toBeLessThan(5_000);
  });

  it('goes only to endpoints that asked for the event', async () => {
    const project = await service.newProject();
    const [all, content, one, other] = await Promise.all([
      startReceiver(),
      startReceiver(),
      startReceiver(),
      startReceiver(),
    ]);
    await newEndpoint(project, all);
    await newEndpoint(project, content, ['content.*']);
    await newEndpoint(project, one, ['release.updated', 'blog.article.published']);
    await newEndpoint(project, other, ['kb.*']);

    await emitTestEvents(app, project.id, { name: 'content.entry.updated' }, { name: 'release.updated' });

    await all.got(2);
    await content.got(1);
    await one.got(1);
    expect(content.received.map((each) => each.body.event)).toEqual(['content.entry.updated']);
    expect(one.received.map((each) => each.body.event)).toEqual(['release.updated']);
    expect(other.received).toEqual([]);
  });

  it('goes to no endpoint of another project', async () => {
    const [mine, theirs] = [await service.newProject(), await service.newProject()];
    const [receiver, stranger] = [await startReceiver(), await startReceiver()];
    await newEndpoint(mine, receiver);
    await newEndpoint(theirs, stranger);

    await emitTestEvents(app, mine.id, {});

    await receiver.got(1);
    expect(stranger.received).toEqual([]);
  });

  it('is tried again with the same id and bytes and a new signature, six times in all', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = 500;
    const { db, id, secret } = await newEndpoint(project, receiver);

    await emitTestEvents(app, project.id, {});

    const received = await receiver.got(6, 15_000);
    await expect
      .poll(async () => (await listDeliveries(db, { endpointId: id }, 10))[0]?.state)
      .toBe('failed');
    expect(received).toHaveLength(6);
    expect(new Set(received.map((each) => each.raw)).size).toBe(1);
    expect(new Set(received.map((each) => each.headers['x-service-delivery'])).size).toBe(1);
    for (const each of received)
      expect(each.headers['x-service-signature']).toBe(expectedSignature(secret, each));
    const waits = received.slice(1).map((each, i) => each.at - (received[i]?.at ?? 0));
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(195);
    const [delivery] = await listDeliveries(db, { endpointId: id }, 10);
    expect(delivery?.attempts).toHaveLength(6);
    expect(delivery?.attempts[0]).toMatchObject({ status: 500, error: 'The endpoint answered 500.' });
  });

  it.each([
    [
      'a time-out',
      (response: ServerResponse) => void response.writeHead(200),
      'No whole answer within 0.5 s.',
    ],
    [
      'a redirect',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'Redirects (302) are not followed.',
    ],
  ])('counts %s as a failure and succeeds at the next attempt', async (_what, fail, error) => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = (response) => {
      if (receiver.received.length === 1) fail(response);
      else response.writeHead(200).end('thank you');
    };
    const { db, id } = await newEndpoint(project, receiver);

    await emitTestEvents(app, project.id, {});

    await receiver.got(2);
    await expect
      .poll(async () => (await listDeliveries(db, { endpointId: id }, 10))[0]?.state)
      .toBe('delivered');
    const [delivery] = await listDeliveries(db, { endpointId: id }, 10);
    expect(delivery?.attempts).toMatchObject([
      { error },
      { status: 200, response: 'thank you', error: null, duration_ms: expect.any(Number), url: receiver.url },
    ]);
    expect(delivery?.body).toBe(receiver.received[0]?.raw);
    expect((await readEndpoint(db, id))?.consecutive_failures).toBe(0);
  });

  it('is never under way more than twice at once for one endpoint', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 30);
    await newEndpoint(project, receiver);

    await emitTestEvents(app, project.id, ...Array.from({ length: 20 }, () => ({})));

    const received = await receiver.got(20, 15_000);
    expect(new Set(received.map((each) => each.body.id)).size).toBe(20);
    expect(receiver.mostAtOnce).toBe(2);
  });

  it('to one endpoint is not delayed by another that never answers', async () => {
    const project = await service.newProject();
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    slow.answer = () => undefined;
    await newEndpoint(project, slow);
    await newEndpoint(project, quick);
    const begin = performance.now();

    await emitTestEvents(app, project.id, ...Array.from({ length: 8 }, () => ({})));

    await quick.got(8);
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(slow.received.length).toBeLessThan(8);
  });
});

describe('an endpoint', () => {
  it('is disabled after 20 failed attempts in a row, holds what is queued, and sends it oldest first when enabled', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = 503;
    const { db, id } = await newEndpoint(project, receiver);
    for (let i = 0; i < 6; i += 1) await emitTestEvents(app, project.id, { data: { order: i } });

    await expect.poll(async () => (await readEndpoint(db, id))?.enabled, { timeout: 15_000 }).toBe(false);
    expect(await readEndpoint(db, id)).toMatchObject({
      disabled_reason: 'failures',
      disabled_at: expect.any(String),
    });
    await expect
      .poll(
        async () => (await listDeliveries(db, { endpointId: id, states: ['queued', 'sending'] }, 10)).length,
      )
      .toBe(0);
    const attempts = receiver.received.length;
    expect(attempts).toBeGreaterThanOrEqual(20);
    expect(attempts).toBeLessThanOrEqual(21); // one more may have been under way
    const held = await listDeliveries(db, { endpointId: id, states: ['held'] }, 10);
    expect(held.length).toBeGreaterThan(0);

    await emitTestEvents(app, project.id, { data: { order: 'missed' } });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(receiver.received).toHaveLength(attempts);

    receiver.answer = 200;
    await enableEndpoint(db, id, { now: app.clock.now(), held: 'send' });
    await receiver.got(attempts + held.length);
    const orders = receiver.received.slice(attempts).map((each) => Number(each.body.data['order']));
    expect(orders.slice(0, 2)).toContain(Math.min(...orders)); // two are under way at once
    expect([...orders].sort()).toEqual(held.map((each) => orderIn(each.body)).sort());
    expect(await readEndpoint(db, id)).toMatchObject({
      enabled: true,
      consecutive_failures: 0,
      disabled_reason: null,
    });
  });

  it('can drop what was held', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = 503;
    const { db, id } = await newEndpoint(project, receiver);
    await emitTestEvents(app, project.id, {});
    await receiver.got(1);
    await disableEndpoint(db, id, app.clock.now());
    await expect.poll(async () => (await listDeliveries(db, { endpointId: id }, 1))[0]?.state).toBe('held');

    await enableEndpoint(db, id, { now: app.clock.now(), held: 'drop' });

    const [delivery] = await listDeliveries(db, { endpointId: id }, 1);
    expect(delivery).toMatchObject({ state: 'dropped', finished_at: expect.any(String) });
  });
});
