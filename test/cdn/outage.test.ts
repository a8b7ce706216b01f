import { describe, expect, it } from 'vitest';
import { ApiClient } from '../support/client.ts';
import { expectDone, inMs } from '../support/content.ts';
import { startService } from '../support/service.ts';
import { newSharedProject } from './support/mode.ts';
import { startSlowWay } from './support/slow-way.ts';
import { hasVarnish, startVarnish } from './support/varnish.ts';

const service = await startService();

describe('behind Varnish, when the service is gone', () => {
  it.skipIf(!hasVarnish)('what was stored is served on, and nothing beyond its date', async () => {
    const way = await startSlowWay(service.url);
    const cache = await startVarnish(way.url, { replaced: { 'req.grace = 60s': 'req.grace = 1s' } });
    const cdn = { profile: 'keyed', max_age_seconds: 60, stale_seconds: 1 } as const;
    const project = await newSharedProject(service, cdn);
    const publish = async (title: string, more: object = {}) =>
      expectDone(await project.secret.post('/v1/blog/articles', { title, publish: true, ...more }));
    await publish('Kites');
    const reader = new ApiClient(cache.url, project.publishable.token);
    const read = (slug: string) => reader.get(`/v1/blog/articles/${slug}`);

    way.ageSeconds = 58; // so that it is stored for two seconds more
    const first = await read('kites');
    way.ageSeconds = 0;
    const ends = inMs(8_000);
    await publish('Wind', { unpublish_at: ends });
    const ending = await read('wind');
    expect([first.status, ending.status]).toEqual([200, 200]);
    await way.cut();

    // Beyond two seconds, and the one for which it is served while a new one is fetched.
    await expect
      .poll(async () => Number((await read('kites')).headers.get('Age')), { timeout: 10_000 })
      .toBeGreaterThan(58 + 2 + 1);
    const old = await read('kites');
    expect([old.status, old.text]).toEqual([200, first.text]);
    expect((await read('none')).status).toBe(503);

    await expect.poll(async () => (await read('wind')).status, { timeout: 12_000, interval: 50 }).toBe(503);
    expect(Date.now()).toBeLessThan(Date.parse(ends) + 1_000);
    expect((await read('kites')).status).toBe(200);
  });
});
