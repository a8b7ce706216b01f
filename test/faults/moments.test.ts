import { describe, expect, it } from 'vitest';
import { defineType } from '../support/content.ts';
import { ApiClient } from '../support/client.ts';
import { emitTestEvents } from '../support/events.ts';
import { startReceiver } from '../support/receiver.ts';
import { startMongoProxy, type Command, type MongoProxy } from './support/mongo-proxy.ts';
import { bodiesById, deliveriesOf, eventsOf, idsOf, newEndpoint, statesOf } from './support/outbox.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const scene = await newScene();
const { app } = scene.service;

/** Starts a process that stops for ever before the first command of a kind. */
async function startHolding(isMoment: (command: Command) => boolean) {
  const proxy = await startMongoProxy();
  proxy.judge = (command) => (isMoment(command) ? 'hold' : 'pass');
  return { proxy, process: await scene.start({ MONGODB_URI: proxy.uri }) };
}

/** Waits until the process stands at its moment, and kills it there. */
async function killAtTheMoment({ proxy, process }: { proxy: MongoProxy; process: ServiceProcess }) {
  await expect.poll(() => proxy.caught.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await process.kill();
}

describe('a process that is killed', () => {
  it('between fan-out and its mark makes no second delivery', async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver();
    const endpointId = await newEndpoint(app, project.id, receiver.url);
    const victim = await startHolding(({ name, target }) => name === 'update' && target === 'events');

    await emitTestEvents(app, project.id, { data: { order: 1 } }, { data: { order: 2 } });
    await killAtTheMoment(victim);
    const events = await eventsOf(app, project.id);
    expect(events.map(({ fanned }) => fanned)).toEqual([false, false]);
    const made = await deliveriesOf(app, project.id);
    expect(made.map(({ _id }) => _id).sort()).toEqual(idsOf(events, [endpointId]));

    const next = await scene.start();
    await expect
      .poll(() => statesOf(app, project.id), { timeout: 60_000, interval: 200 })
      .toEqual({ delivered: 2 });
    await expect // the next watcher marks them once the lease of the dead one has ended
      .poll(async () => (await eventsOf(app, project.id)).every(({ fanned }) => fanned), { timeout: 60_000 })
      .toBe(true);
    const bodies = bodiesById(receiver.received);
    expect([...bodies.keys()].sort()).toEqual(idsOf(events, [endpointId]));
    expect([...bodies.values()].map(({ size }) => size)).toEqual([1, 1]);
    expect((await deliveriesOf(app, project.id)).map(({ body }) => body)).toEqual(
      made.map(({ body }) => body),
    );
    await next.kill();
  });

  it("after the receiver's 2xx and before it is noted sends the same id and bytes again", async () => {
    const project = await scene.service.newProject();
    const receiver = await startReceiver();
    await newEndpoint(app, project.id, receiver.url);
    const victim = await startHolding(
      ({ name, target, update }) =>
        name === 'update' && target === 'deliveries' && 'claim' in (update?.['q'] ?? {}),
    );

    await emitTestEvents(app, project.id, { data: { title: 'Ünïcode ✓' } });
    await killAtTheMoment(victim);
    expect(receiver.received).toHaveLength(1);

    const next = await scene.start();
    const [first, second] = await receiver.got(2, 60_000); // the claim of the dead process is believed for 30 s
    await expect.poll(() => statesOf(app, project.id)).toEqual({ delivered: 1 });
    expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery']);
    expect(second?.raw).toBe(first?.raw);
    expect(receiver.received).toHaveLength(2);
    await next.kill();
  });

  it('before its commit leaves nothing of the write, and nobody waits for it', async () => {
    const project = await scene.service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const before = await eventsOf(app, project.id);
    const victim = await startHolding(({ name }) => name === 'commitTransaction');

    const lost = new ApiClient(victim.process.url, project.secret.token)
      .post('/v1/content/page/entries', { values: { title: 'Lost' }, publish: true })
      .then(
        ({ status }) => status,
        () => 'no answer',
      );
    await killAtTheMoment(victim);
    expect(await lost).toBe('no answer');

    const kept = await project.secret.post('/v1/content/page/entries', {
      values: { title: 'Kept' },
      publish: true,
    });
    expect(kept.status).toBe(201);
    const { body } = await project.secret.get('/v1/content/page');
    expect(body.data).toMatchObject([{ id: kept.body.id, values: { title: 'Kept' } }]);
    const events = (await eventsOf(app, project.id)).slice(before.length);
    expect(events).toMatchObject([{ name: 'content.entry.published', subject: kept.body.id }]);
  });
});
