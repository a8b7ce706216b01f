import { afterAll, describe, expect, it } from 'vitest';
import { boundsOf } from '../../../src/core/settings/config.ts';
import { createEndpoint } from '../../../src/delivery/webhooks/service.ts';
import { emitTestEvents } from '../../support/events.ts';
import { startRawReceiver } from '../../support/raw-receiver.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startService, type TestProject } from '../../support/service.ts';
import { tester } from '../../support/actor.ts';

const service = await startService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', MAX_WEBHOOK_ENDPOINTS: '100' });
const { app } = service;
await app.start();
afterAll(() => app.stopWork(100));

async function addEndpoints(project: TestProject, url: string, count: number): Promise<void> {
  const db = app.system.project(project.id);
  const by = { now: app.clock.now(), actor: tester, box: app.box, bounds: boundsOf(app.config) };
  for (let made = 0; made < count; made += 1) await createEndpoint(db, { url: `${url}?n=${made}` }, by);
}

/** Without `Connection: Upgrade` Node takes 101 for an answer as any other; with it no event tells of an end. */
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n';

/** How long most of five deliveries of another project take, one after the other. One alone may slip in by chance. */
async function medianMs(other: TestProject, quick: Receiver): Promise<number> {
  await addEndpoints(other, quick.url, 1);
  const times: number[] = [];
  for (let told = 1; told <= 5; told += 1) {
    await emitTestEvents(app, other.id, {});
    const begun = performance.now();
    await quick.got(told, 15_000);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[2] ?? NaN;
}

describe('a project with 32 endpoints that switch protocols', () => {
  it('keeps no place for good, and another project’s webhooks arrive within 2 s', async () => {
    const [hostile, other] = [await service.newProject(), await service.newProject()];
    const upgrading = await startRawReceiver((socket) => socket.write(switching));
    await addEndpoints(hostile, upgrading.url, 32);
    await emitTestEvents(app, hostile.id, {}, {});
    await expect.poll(() => upgrading.asked, { timeout: 30_000 }).toBeGreaterThanOrEqual(64);

    expect(await medianMs(other, await startReceiver())).toBeLessThan(2_000);
  });
});

describe('a project with 64 endpoints that answer after 9.5 s', () => {
  it('has a share of the places, and another project’s webhooks arrive within 2 s', async () => {
    const [hostile, other] = [await service.newProject(), await service.newProject()];
    const slow = await startReceiver();
    slow.answer = (response) => void setTimeout(() => response.writeHead(200).end(), 9_500);
    await addEndpoints(hostile, slow.url, 64);
    await emitTestEvents(app, hostile.id, ...Array<object>(10).fill({}));
    await expect.poll(() => slow.received.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(8);

    expect(await medianMs(other, await startReceiver())).toBeLessThan(2_000);
    expect(slow.mostAtOnce).toBeLessThanOrEqual(8);
  });
});

describe('sixteen projects whose receivers say nothing, and which could fill every place', () => {
  it(
    'leave places free, and another project’s webhooks arrive within 2 s',
    { timeout: 180_000 },
    async () => {
      const silent = await startRawReceiver(() => undefined);
      for (let made = 0; made < 16; made += 1) {
        const hostile = await service.newProject();
        await addEndpoints(hostile, silent.url, 4);
        await emitTestEvents(app, hostile.id, {}, {}, {}, {}, {});
      }
      await expect.poll(() => silent.asked, { timeout: 15_000 }).toBeGreaterThanOrEqual(48);

      expect(await medianMs(await service.newProject(), await startReceiver())).toBeLessThan(2_000);
    },
  );
});
