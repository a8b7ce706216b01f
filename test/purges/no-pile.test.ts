import { describe, expect, it, vi } from 'vitest';
import { invalidateByHand } from '../../src/invalidations/service.ts';
import { listDeliveries } from '../../src/webhooks/service.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { quickPurges, settledTarget, tagsAt } from './support/targets.ts';

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
    const tags: string[] = [];
    const tell = async () => {
      tags.push(`tag_${tags.length}`);
      await invalidateByHand(db, { tags: tags.slice(-1), now: app.clock.now() });
      return (await listDeliveries(db, { endpointId: id, states: ['queued', 'sending'] }, 50)).length;
    };
    await expect.poll(tell, { timeout: 60_000, interval: 400 }).toBe(4);
    for (let more = 0; more < 10; more += 1) expect(await tell()).toBeLessThanOrEqual(4);
    const refused = receiver.received.length;

    receiver.answer = 204;

    await expect
      .poll(() => [...tagsAt(receiver, refused)].sort(), { timeout: 45_000 })
      .toEqual([...tags].sort());
    const arrived = new Set(receiver.received.slice(refused).map(({ body }) => body.id));
    expect(arrived.size).toBeLessThanOrEqual(6); // the four that waited, and what came after them
  });
});
