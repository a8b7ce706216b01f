import { describe, expect, it, vi } from 'vitest';
import { listDeliveries } from '../../../../src/delivery/queue/service.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { expectTold, newTeller, quickPurges, settledTarget } from '../../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService({ ...quickPurges, WEBHOOK_RETRY_SECONDS: '6,6,6,6,6' });
const { app } = service;
await app.start();

describe('a target that fails', () => {
  it('gets no pile: at most 4 purges wait, and one has all of the rest later', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { db, id } = await settledTarget(app, project, receiver);
    receiver.answer = 503;
    const { tags, tellOne } = newTeller(app, project);
    const tell = async () => {
      await tellOne();
      return (await listDeliveries(db, { endpointId: id, states: ['queued', 'sending'] }, 50)).length;
    };
    await expect.poll(tell, { timeout: 60_000, interval: 400 }).toBe(4);
    for (let more = 0; more < 10; more += 1) expect(await tell()).toBeLessThanOrEqual(4);
    const refused = receiver.received.length;

    receiver.answer = 204;

    await expectTold(receiver, refused, { tags, withinMs: 45_000 });
    const arrived = new Set(receiver.received.slice(refused).map(({ body }) => body.id));
    expect(arrived.size).toBeLessThanOrEqual(6); // the four that waited, and what came after them
  });
});
