import { describe, expect, it, vi } from 'vitest';
import { updateTarget } from '../../../../src/delivery/purges/service.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import {
  allOf,
  expectTold,
  newTeller,
  purgeIn,
  quickPurges,
  settledTarget,
  tagsAt,
  targetIn,
} from '../../../support/purges/targets.ts';
import { acting } from '../../../support/actor.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService({ ...quickPurges, WEBHOOK_RETRY_SECONDS: '0.1,0.1,0.1,0.1,0.1' });
const { app } = service;
await app.start();
const by = () => ({ ...acting(app), box: app.box });

describe('a target', () => {
  it('that is disabled is told nothing, and of all that it missed when it is enabled', async () => {
    const project = await service.newProject();
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const { db, id } = await settledTarget(app, project, receiver);
    await settledTarget(app, project, other);
    await updateTarget(db, id, { enabled: false }, by());
    const { tags, tellOne } = newTeller(app, project);

    await tellOne();
    await tellOne();
    await expect.poll(() => tagsAt(other, 1).size).toBe(2);
    expect(receiver.received).toHaveLength(1);
    await updateTarget(db, id, { enabled: true }, by());

    const [, second] = await receiver.got(2, 40_000);
    expect(second && purgeIn(second).tags).toEqual(tags);
  });

  it('that failed 20 times is disabled, and misses nothing of what was under way', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { db, id } = await settledTarget(app, project, receiver);
    receiver.answer = 503;
    const { tags, tellOne } = newTeller(app, project);
    const tell = async () => {
      await tellOne();
      return (await targetIn(app, project, id)).enabled;
    };
    await expect.poll(tell, { timeout: 60_000, interval: 1_100 }).toBe(false);
    const refused = receiver.received.length;
    receiver.answer = 204;

    await updateTarget(db, id, { enabled: true }, by());

    await expectTold(receiver, refused, { tags, withinMs: 60_000 });
  });

  it('with another address is told of everything there first', async () => {
    const project = await service.newProject();
    const [before, after] = [await startReceiver(), await startReceiver()];
    const { db, id } = await settledTarget(app, project, before);

    await updateTarget(db, id, { url: after.url }, by());

    const [first] = await after.got(1, 40_000);
    expect(first && purgeIn(first).tags).toEqual([allOf(project)]);
  });
});
