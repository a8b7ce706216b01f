import { describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startService } from '../../../test/support/service.ts';
import { allOf, firstWithinMs, newTarget, quickPurges } from '../../../test/support/purges/targets.ts';
import { bodyBytesMax } from '../src/requests/body.ts';
import { handlePurge } from '../src/requests/purge-request.ts';
import { signedHeaders } from '../src/requests/signature.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService(quickPurges);
await service.app.start();

const secret = 'whsec_of-the-site';

/** Sends a request to the route; returns its status, the dropped tags and the stored versions. */
async function sendPurge(body: string, headers: Record<string, string>, own = secret) {
  const dropped: string[] = [];
  const versions: unknown[] = [];
  const request = new Request('http://site.test/api/galley', { method: 'POST', body, headers });
  const context = {
    drop: (tag: string) => dropped.push(tag),
    remember: (version: unknown) => versions.push(version),
  };
  const { status } = await handlePurge(request, { secret: own, ...context });
  return { status, dropped, versions };
}

const sendSigned = async (body: object, by = secret) => {
  const text = JSON.stringify(body);
  return sendPurge(text, await signedHeaders(text, by, service.app.clock.now()));
};

describe('the purge route', () => {
  it('drops the tags of a purge, and stores its version', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const target = await newTarget(service.app, project, receiver);
    const [first] = await receiver.got(1, firstWithinMs);
    const { headers, raw } = first ?? { headers: {}, raw: '' };

    const { status, dropped, versions } = await sendPurge(
      raw,
      headers as Record<string, string>,
      target.secret,
    );

    expect({ status, dropped }).toEqual({ status: 204, dropped: [allOf(project)] });
    expect(versions).toEqual([expect.any(Number)]);
  });

  it('ignores repeated tags, and accepts webhooks with tags', async () => {
    const purge = { event: 'cache.purge', data: { tags: ['art_1'], again: ['art_2'], version: 7, since: 6 } };
    const hook = { event: 'blog.article.updated', data: { tags: ['art_3'] } };
    const bare = { event: 'blog.article.updated', data: {} };

    expect(await sendSigned(purge)).toEqual({ status: 204, dropped: ['art_1'], versions: [7] });
    expect(await sendSigned(hook)).toEqual({ status: 204, dropped: ['art_3'], versions: [] });
    expect(await sendSigned(bare)).toEqual({ status: 204, dropped: [], versions: [] });
  });

  it('rejects wrong signatures, missing signatures and large bodies', async () => {
    const purge = { event: 'cache.purge', data: { tags: ['art_1'], again: [], version: 7, since: 6 } };
    const long = JSON.stringify({ ...purge, more: 'x'.repeat(bodyBytesMax) });
    const nothing = { dropped: [], versions: [] };

    expect(await sendSigned(purge, 'whsec_of-another')).toEqual({ status: 400, ...nothing });
    expect(await sendPurge(JSON.stringify(purge), {})).toEqual({ status: 400, ...nothing });
    expect(await sendPurge(long, await signedHeaders(long, secret, new Date()))).toEqual({
      status: 413,
      ...nothing,
    });
  });
});
