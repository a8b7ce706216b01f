import { describe, expect, it, vi } from 'vitest';
import { listTargets, updateTarget } from '../../../../src/delivery/purges/service.ts';
import { listEndpoints, readEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { newEndpoint } from '../../../support/webhooks/endpoints.ts';
import { newTarget, quickPurges } from '../../../support/purges/targets.ts';
import { acting } from '../../../support/actor.ts';

const timeoutMs = 40_000;
vi.setConfig({ testTimeout: 140_000 });

const service = await startService({ ...quickPurges, WEBHOOK_TIMEOUT_MS: String(timeoutMs) });
const { app } = service;
await app.start();

describe('purge targets', () => {
  it('that do not answer delay no webhook of their project, though they are more than its places', async () => {
    const project = await service.newProject();
    const dead = await startReceiver();
    dead.answer = () => undefined;
    const places = app.config.WEBHOOK_CONCURRENCY_PER_PROJECT;
    for (let made = 0; made < places + 2; made += 1) await newTarget(app, project, dead);
    await dead.got(places, 40_000);
    const hook = await startReceiver();
    await newEndpoint(app, project, { receiver: hook });

    const begun = performance.now();
    await emitTestEvents(app, project.id, {});
    await hook.got(1, timeoutMs);

    expect(performance.now() - begun).toBeLessThan(timeoutMs / 2);
  });

  it('are in no list of webhooks, and webhooks are in none of theirs', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { db, id: targetId } = await newTarget(app, project, receiver);
    const { id: endpointId } = await newEndpoint(app, project, { receiver });

    expect((await listEndpoints(db)).map(({ id }) => id)).toEqual([endpointId]);
    expect((await listTargets(db)).map(({ id }) => id)).toEqual([targetId]);
    expect(await readEndpoint(db, targetId)).toBeNull();
    const by = { ...acting(app), box: app.box };
    await expect(updateTarget(db, endpointId, { enabled: false }, by)).rejects.toMatchObject({
      code: 'unknown_purge_target',
    });
  });

  it('hear of no event', async () => {
    const project = await service.newProject();
    const [receiver, hook] = [await startReceiver(), await startReceiver()];
    await newTarget(app, project, receiver);
    await newEndpoint(app, project, { receiver: hook });
    await receiver.got(1, 40_000);

    await emitTestEvents(app, project.id, {});
    await hook.got(1, timeoutMs);

    expect(new Set(receiver.received.map(({ body }) => body.event))).toEqual(new Set(['cache.purge']));
  });
});
