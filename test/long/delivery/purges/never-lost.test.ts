import { describe, expect, it } from 'vitest';
import { updateTarget } from '../../../../src/delivery/purges/service.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { newTeller, purgeIn, quickPurges, settledTarget, targetIn } from '../../../support/purges/targets.ts';
import { acting } from '../../../support/actor.ts';

const service = await startService({
  ...quickPurges,
  WEBHOOK_TIMEOUT_MS: '300',
  WEBHOOK_RETRY_SECONDS: '0.05,0.05',
});
const { app } = service;
await app.start();

describe('a target that fails at random', () => {
  it('is told in the end of every tag of every change, though deliveries fail for good and it is disabled', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { db, id } = await settledTarget(app, project, receiver);
    const accepted = new Set<string>();
    let failing = 0.8;
    receiver.answer = (response, request) => {
      const chance = Math.random();
      if (chance < failing / 8) return; // no answer at all
      const status = chance < failing ? 500 : 204;
      if (status === 204) for (const tag of purgeIn(request).tags) accepted.add(tag);
      response.writeHead(status).end();
    };
    const { tags, tellOne } = newTeller(app, project);
    const enable = async () => {
      if (!(await targetIn(app, project, id)).enabled)
        await updateTarget(db, id, { enabled: true }, { ...acting(app), box: app.box });
    };
    const tell = async () => {
      await tellOne();
      await enable();
      return tags.length;
    };
    await expect.poll(tell, { timeout: 60_000, interval: 300 }).toBeGreaterThan(40);

    failing = 0;

    const missing = async () => {
      await enable();
      return tags.filter((tag) => !accepted.has(tag));
    };
    await expect.poll(missing, { timeout: 45_000, interval: 500 }).toEqual([]);
  }, 120_000);
});
