import { describe, expect, it } from 'vitest';
import { deleteOldDeliveries, listDeliveries, readDelivery } from '../../../../src/delivery/queue/service.ts';
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from '../../../../src/delivery/webhooks/service.ts';
import { projectOfEndpoint } from '../../../../src/delivery/webhooks/repository.ts';
import { reconcile } from '../../../../src/delivery/webhooks/sending/reconcile.ts';
import { replayOne, replaySince } from '../../../../src/delivery/webhooks/sending/replay.ts';
import { sendTest } from '../../../../src/delivery/webhooks/sending/test-event.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { expectedSignature, startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { acting, tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '30' });
const { app } = service;
await app.start();

const dayMs = 24 * 60 * 60 * 1000;
const by = () => ({ now: app.clock.now(), actor: tester, box: app.box });

async function newProjectDb() {
  const project = await service.newProject();
  return { project, db: app.system.project(project.id) };
}

describe('an endpoint', () => {
  it('is shown without its secret, which only its creation tells', async () => {
    const { project, db } = await newProjectDb();

    const { endpoint, secret } = await createEndpoint(db, { url: 'https://example.com/hook' }, by());

    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{40}$/);
    expect(endpoint).toMatchObject({
      id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
      url: 'https://example.com/hook',
      events: ['*'],
      enabled: true,
      consecutive_failures: 0,
      disabled_reason: null,
    });
    expect(await listEndpoints(db)).toEqual([endpoint]);
    expect(await readEndpoint(db, endpoint.id)).toEqual(endpoint);
    expect(await projectOfEndpoint(app.system, endpoint.id)).toBe(project.id);
    const stored = await databaseOf(app.system).collection('webhook_endpoints').find().toArray();
    expect(JSON.stringify([stored, endpoint])).not.toContain(secret);
  });

  it('is out of reach for another project', async () => {
    const [{ db }, { db: other }] = [await newProjectDb(), await newProjectDb()];
    const { endpoint } = await createEndpoint(db, { url: 'https://example.com/' }, by());

    expect(await listEndpoints(other)).toEqual([]);
    expect(await readEndpoint(other, endpoint.id)).toBeNull();
    expect(await updateEndpoint(other, endpoint.id, { events: ['kb.*'] }, acting(app))).toBeNull();
    expect(await rotateSecret(other, endpoint.id, by())).toBeNull();
    expect(await disableEndpoint(other, endpoint.id, acting(app))).toBeNull();
    expect(await sendTest(app.sending, endpoint.id, { db: other, by: acting(app) })).toBeNull();
    expect(await replaySince(other, endpoint.id, { since: new Date(0), by: acting(app) })).toBeNull();
    expect(await deleteEndpoint(other, endpoint.id, acting(app))).toBe(false);
    expect(await readEndpoint(db, endpoint.id)).toEqual(endpoint);
  });

  it('signs with its new secret once it was rotated', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    const { endpoint, secret } = await createEndpoint(db, { url: receiver.url }, by());

    const rotated = await rotateSecret(db, endpoint.id, by());
    await emitTestEvents(app, project.id, {});

    const [delivery] = await receiver.got(1);
    expect(rotated?.secret).not.toBe(secret);
    expect(delivery && delivery.headers['x-service-signature']).toBe(
      delivery && expectedSignature(rotated?.secret ?? '', delivery),
    );
  });

  it('gets a test event at once, also while it is disabled, and keeps it in the history', async () => {
    const { db } = await newProjectDb();
    const receiver = await startReceiver();
    const { endpoint, secret } = await createEndpoint(db, { url: receiver.url, events: ['kb.*'] }, by());
    await disableEndpoint(db, endpoint.id, acting(app));
    receiver.answer = (response) => void response.writeHead(418).end('no');

    const attempt = await sendTest(app.sending, endpoint.id, { db: db, by: acting(app) });

    expect(attempt).toMatchObject({ status: 418, response: 'no', error: 'The endpoint answered 418.' });
    const [received] = await receiver.got(1);
    expect(received?.body).toMatchObject({ event: 'webhook.test', data: { endpoint_id: endpoint.id } });
    expect(received?.headers['x-service-signature']).toBe(received && expectedSignature(secret, received));
    expect(await listDeliveries(db, { endpointId: endpoint.id }, 10)).toMatchObject([
      { id: received?.body.id, event: 'webhook.test', state: 'failed', attempts: [attempt] },
    ]);
    expect((await readEndpoint(db, endpoint.id))?.consecutive_failures).toBe(0);
  });

  it('goes with its queue and its history', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    receiver.answer = 500;
    const { endpoint } = await createEndpoint(db, { url: receiver.url }, by());
    await emitTestEvents(app, project.id, {});
    await receiver.got(1);

    expect(await deleteEndpoint(db, endpoint.id, acting(app))).toBe(true);

    expect(await readEndpoint(db, endpoint.id)).toBeNull();
    await expect.poll(() => listDeliveries(db, { endpointId: endpoint.id }, 10)).toEqual([]);
  });
});

describe('replay', () => {
  it('of one delivery sends the same id and bytes again', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    await createEndpoint(db, { url: receiver.url }, by());
    await emitTestEvents(app, project.id, {});
    const [first] = await receiver.got(1);
    const id = first?.body.id ?? '';
    await expect.poll(async () => (await readDelivery(db, id))?.state).toBe('delivered');

    expect(await replayOne(db, id, acting(app))).toBe(true);

    const [, again] = await receiver.got(2);
    expect(again?.raw).toBe(first?.raw);
    await expect.poll(async () => (await readDelivery(db, id))?.attempts.length).toBe(2);
    const stranger = (await newProjectDb()).db;
    expect(await replayOne(stranger, id, acting(app))).toBe(false);
  });

  it('of all since a time sends what was had and what was missed, from then on and no more', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    const { endpoint } = await createEndpoint(db, { url: receiver.url, events: ['content.*'] }, by());
    await emitTestEvents(app, project.id, { data: { order: 'before' } });
    await receiver.got(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = app.clock.now();
    await emitTestEvents(app, project.id, { data: { order: 'had' } });
    await receiver.got(2);
    await disableEndpoint(db, endpoint.id, acting(app));
    await emitTestEvents(app, project.id, { data: { order: 'missed' } }, { name: 'kb.article.updated' });
    await expect
      .poll(() =>
        databaseOf(app.system).collection('events').countDocuments({ project_id: project.id, fanned: false }),
      )
      .toBe(0);

    const count = await replaySince(db, endpoint.id, { since, by: acting(app) });
    expect(count).toEqual({ queued: 2, isDone: true });
    expect(receiver.received).toHaveLength(2);

    await enableEndpoint(db, endpoint.id, { ...acting(app), heldDeliveries: 'send' });

    const received = await receiver.got(4);
    const again = received.slice(2);
    expect(again.map((each) => each.body.data['order']).sort()).toEqual(['had', 'missed']);
    expect(again.find((each) => each.body.data['order'] === 'had')?.raw).toBe(received[1]?.raw);
  });
});

describe('the history', () => {
  it('ends after 30 days', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    const { endpoint } = await createEndpoint(db, { url: receiver.url }, by());
    await emitTestEvents(app, project.id, {});
    await expect
      .poll(async () => (await listDeliveries(db, { endpointId: endpoint.id }, 1))[0]?.state)
      .toBe('delivered');
    const now = app.clock.now().getTime();

    await deleteOldDeliveries(app.system, new Date(now + 29.9 * dayMs));
    expect(await listDeliveries(db, { endpointId: endpoint.id }, 10)).toHaveLength(1);
    await deleteOldDeliveries(app.system, new Date(now + 30.1 * dayMs));
    expect(await listDeliveries(db, { endpointId: endpoint.id }, 10)).toEqual([]);
  });

  it('is paged by event, newest first', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    const { endpoint } = await createEndpoint(db, { url: receiver.url }, by());
    await emitTestEvents(app, project.id, {}, {}, {});
    await receiver.got(3);

    const first = await listDeliveries(db, { endpointId: endpoint.id }, 2);
    const beforeEvent = first.at(-1)?.event_id ?? '';
    const second = await listDeliveries(db, { endpointId: endpoint.id, beforeEvent }, 2);

    const ids = [...first, ...second].map((each) => each.event_id);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort().reverse());
  });
});

describe('reconciling', () => {
  it('frees what is held for an endpoint that is enabled and holds what is queued for one that is not', async () => {
    const { project, db } = await newProjectDb();
    const receiver = await startReceiver();
    const { endpoint } = await createEndpoint(db, { url: receiver.url }, by());
    await emitTestEvents(app, project.id, {});
    await receiver.got(1);
    const rows = databaseOf(app.system).collection('deliveries');
    await expect.poll(() => rows.countDocuments({ endpoint_id: endpoint.id, state: 'delivered' })).toBe(1);
    const own = { project_id: project.id, endpoint_id: endpoint.id };
    await rows.updateOne(own, { $set: { state: 'held' } });

    await reconcile(app.system, app.clock.now());

    await receiver.got(2);
    await expect.poll(() => rows.countDocuments({ endpoint_id: endpoint.id, state: 'delivered' })).toBe(1);
    const later = new Date(app.clock.now().getTime() + dayMs);
    await rows.updateOne(own, { $set: { state: 'queued', next_attempt_at: later } });
    await databaseOf(app.system)
      .collection('webhook_endpoints')
      .updateOne({ project_id: project.id }, { $set: { enabled: false } });
    await reconcile(app.system, app.clock.now());
    expect(await listDeliveries(db, { endpointId: endpoint.id }, 1)).toMatchObject([{ state: 'held' }]);
  });
});
