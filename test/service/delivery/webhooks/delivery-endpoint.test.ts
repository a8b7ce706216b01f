import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { disableEndpoint, enableEndpoint, readEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { listDeliveries } from '../../../../src/delivery/queue/service.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { newEndpoint, quickDeliveries } from '../../../support/webhooks/endpoints.ts';
import { acting } from '../../../support/actor.ts';

const service = await startService(quickDeliveries);
const { app } = service;
await app.start();

function orderIn(body: string): number {
  return (JSON.parse(body) as { data: { order: number } }).data.order;
}

describe('an endpoint', () => {
  it('is disabled after 20 failed attempts in a row, holds what is queued, and sends it oldest first when enabled', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = 503;
    const { db, id } = await newEndpoint(app, project, { receiver });
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

    const heldOrders = held.map((each) => orderIn(each.body)).sort();
    const newOrders = () => receiver.received.slice(attempts).map(({ body }) => Number(body.data['order']));
    const unanswered: ServerResponse[] = [];
    receiver.answer = (response) => void unanswered.push(response);
    await enableEndpoint(db, id, { ...acting(app), heldDeliveries: 'send' });
    const atOnce = Math.min(2, held.length); // two are sent at once, in either order
    await receiver.got(attempts + atOnce);
    expect(newOrders().slice(0, atOnce).sort()).toEqual(heldOrders.slice(0, atOnce));
    receiver.answer = 200;
    for (const response of unanswered) response.writeHead(200).end();
    await receiver.got(attempts + held.length);
    expect(newOrders().sort()).toEqual(heldOrders);
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
    const { db, id } = await newEndpoint(app, project, { receiver });
    await emitTestEvents(app, project.id, {});
    await receiver.got(1);
    await disableEndpoint(db, id, acting(app));
    await expect.poll(async () => (await listDeliveries(db, { endpointId: id }, 1))[0]?.state).toBe('held');

    await enableEndpoint(db, id, { ...acting(app), heldDeliveries: 'drop' });

    const [delivery] = await listDeliveries(db, { endpointId: id }, 1);
    expect(delivery).toMatchObject({ state: 'dropped', finished_at: expect.any(String) });
  });
});
