import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook } from '../../../../packages/client/src/webhooks.ts';
import { readDelivery } from '../../../../src/delivery/queue/service.ts';
import { expectedSignature, startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { quickPurges, settledTarget } from '../../../support/purges/targets.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService(quickPurges);
const { app } = service;
await app.start();

describe('a purge', () => {
  it('is signed as webhooks are, so that verifyWebhook reads it', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { secret } = await settledTarget(app, project, receiver);

    const [first] = receiver.received;
    expect(first?.headers['x-service-signature']).toBe(first && expectedSignature(secret, first));
    const event = await verifyWebhook(first?.raw ?? '', first?.headers ?? {}, secret);
    expect(event).toMatchObject({ event: 'cache.purge', data: { tags: expect.any(Array) } });
  });

  it('for Varnish carries its token and its tags in headers, and the history keeps no token', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const { db } = await settledTarget(app, project, receiver, { format: 'varnish', token: 'very-secret' });

    const [first] = receiver.received;
    expect(first?.headers).toMatchObject({
      authorization: 'Bearer very-secret',
      'x-galley-purge': `all:${project.id.slice(-8)}`,
      'x-service-signature': expect.stringMatching(/^sha256=/),
    });
    await expect.poll(async () => (await readDelivery(db, first?.body.id ?? ''))?.state).toBe('delivered');
    const kept = JSON.stringify(await readDelivery(db, first?.body.id ?? ''));
    expect(kept).toContain('X-Galley-Purge');
    expect(kept).not.toContain('very-secret');
  });
});
