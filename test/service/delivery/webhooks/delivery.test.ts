import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listDeliveries } from '../../../../src/delivery/queue/service.ts';
import { replaySince } from '../../../../src/delivery/webhooks/sending/replay.ts';
import { readEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { acting } from '../../../support/actor.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { expectedSignature, startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { newEndpoint, quickDeliveries } from '../../../support/webhooks/endpoints.ts';

const service = await startService(quickDeliveries);
const { app } = service;
await app.start();

describe('a delivery', () => {
  it('carries the specified headers and body, signed over its very bytes', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { secret } = await newEndpoint(app, project, { receiver });
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
      'x-service-request': entry.headers.get('x-request-id'),
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

  it('names the same request when it is replayed, and none for a change without a request', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const endpoint = await newEndpoint(app, project, { receiver, events: ['blog.*'] });
    const article = await project.secret.post('/v1/blog/articles', { title: 'Kites', publish: true });
    await receiver.got(1);
    await emitTestEvents(app, project.id, { name: 'blog.article.updated' });
    await receiver.got(2);

    await replaySince(endpoint.db, endpoint.id, { since: new Date(0), by: acting(app) });

    const requests = (await receiver.got(4)).map(({ headers }) => headers['x-service-request']);
    const id = article.headers.get('x-request-id');
    expect(requests.slice(0, 2)).toEqual([id, undefined]);
    expect(requests.slice(2)).toHaveLength(2);
    expect(requests.slice(2)).toEqual(expect.arrayContaining([id, undefined]));
  });

  it('goes only to endpoints that asked for the event', async () => {
    const project = await service.newProject();
    const [all, content, one, other] = await Promise.all([
      startReceiver(),
      startReceiver(),
      startReceiver(),
      startReceiver(),
    ]);
    await newEndpoint(app, project, { receiver: all });
    await newEndpoint(app, project, { receiver: content, events: ['content.*'] });
    await newEndpoint(app, project, { receiver: one, events: ['release.updated', 'blog.article.published'] });
    await newEndpoint(app, project, { receiver: other, events: ['kb.*'] });

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
    await newEndpoint(app, mine, { receiver });
    await newEndpoint(app, theirs, { receiver: stranger });

    await emitTestEvents(app, mine.id, {});

    await receiver.got(1);
    expect(stranger.received).toEqual([]);
  });

  it('is tried again with the same id and bytes and a new signature, six times in all', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = 500;
    const { db, id, secret } = await newEndpoint(app, project, { receiver });

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
    const { db, id } = await newEndpoint(app, project, { receiver });

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
    await newEndpoint(app, project, { receiver });

    await emitTestEvents(app, project.id, ...Array.from({ length: 20 }, () => ({})));

    const received = await receiver.got(20, 15_000);
    expect(new Set(received.map((each) => each.body.id)).size).toBe(20);
    expect(receiver.mostAtOnce).toBe(2);
  });

  it('to one endpoint is not delayed by another that never answers', async () => {
    const project = await service.newProject();
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    slow.answer = () => undefined;
    await newEndpoint(app, project, { receiver: slow });
    await newEndpoint(app, project, { receiver: quick });
    const begin = performance.now();

    await emitTestEvents(app, project.id, ...Array.from({ length: 8 }, () => ({})));

    await quick.got(8);
    expect(performance.now() - begin).toBeLessThan(8_000);
    expect(slow.received.length).toBeLessThan(8);
  });
});
