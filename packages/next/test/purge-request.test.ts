import { describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startService } from '../../../test/support/service.ts';
import { allOf, firstWithinMs, newTarget, quickPurges } from '../../../test/support/purges/targets.ts';
import { bodyBytesMax } from '../src/body.ts';
import { answerPurge } from '../src/purge-request.ts';
import { signedHeaders } from '../src/signature.ts';

vi.setConfig({ testTimeout: 140_000 });

const service = await startService(quickPurges);
await service.app.start();

const secret = 'whsec_of-the-site';

/** Answers a request; tells what was dropped and remembered. */
async function answered(body: string, headers: Record<string, string>, own = secret) {
  const dropped: string[] = [];
  const versions: unknown[] = [];
  const request = new Request('http://site.test/api/galley', { method: 'POST', body, headers });
  const ways = {
    drop: (tag: string) => dropped.push(tag),
    remember: (version: unknown) => versions.push(version),
  };
  const { status } = await answerPurge(request, { secret: own, ...ways });
  return { status, dropped, versions };
}

const signed = async (body: object, by = secret) => {
  const text = JSON.stringify(body);
  return answered(text, await signedHeaders(text, by, service.app.clock.now()));
};

describe('the route that takes purges', () => {
  it('drops the tags of what the service sends, and remembers its version', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    const target = await newTarget(service.app, project, receiver);
    const [first] = await receiver.got(1, firstWithinMs);
    const { headers, raw } = first ?? { headers: {}, raw: '' };

    const { status, dropped, versions } = await answered(
      raw,
      headers as Record<string, string>,
      target.secret,
    );

    expect({ status, dropped }).toEqual({ status: 204, dropped: [allOf(project)] });
    expect(versions).toEqual([expect.any(Number)]);
  });

  it('leaves tags that were told before, and takes webhooks with tags', async () => {
    const purge = { event: 'cache.purge', data: { tags: ['art_1'], again: ['art_2'], version: 7, since: 6 } };
    const hook = { event: 'blog.article.updated', data: { tags: ['art_3'] } };
    const bare = { event: 'blog.article.updated', data: {} };

    expect(await signed(purge)).toEqual({ status: 204, dropped: ['art_1'], versions: [7] });
    expect(await signed(hook)).toEqual({ status: 204, dropped: ['art_3'], versions: [] });
    expect(await signed(bare)).toEqual({ status: 204, dropped: [], versions: [] });
  });

  it('does nothing for what another signed, nobody did, or is too long', async () => {
    const purge = { event: 'cache.purge', data: { tags: ['art_1'], again: [], version: 7, since: 6 } };
    const long = JSON.stringify({ ...purge, more: 'x'.repeat(bodyBytesMax) });
    const nothing = { dropped: [], versions: [] };

    expect(await signed(purge, 'whsec_of-another')).toEqual({ status: 400, ...nothing });
    expect(await answered(JSON.stringify(purge), {})).toEqual({ status: 400, ...nothing });
    expect(await answered(long, await signedHeaders(long, secret, new Date()))).toEqual({
      status: 413,
      ...nothing,
    });
  });
});
