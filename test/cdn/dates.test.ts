import { describe, expect, it } from 'vitest';
import { ApiClient } from '../support/client.ts';
import { expectDone, inMs } from '../support/content.ts';
import { startService } from '../support/service.ts';
import { newSharedProject } from './support/mode.ts';
import { hasVarnish, startVarnish } from './support/varnish.ts';

const service = await startService();

describe('behind Varnish, with nobody who purges', () => {
  it.skipIf(!hasVarnish)('what has a date appears, and what has an end is gone, in that second', async () => {
    const cache = await startVarnish(service.url);
    const project = await newSharedProject(service, { profile: 'keyed', max_age_seconds: 86_400 });
    const [begins, ends] = [inMs(4_300), inMs(6_700)];
    const article = { title: 'Soon', publish: true, published_at: begins, unpublish_at: ends };
    expectDone(await project.secret.post('/v1/blog/articles', article));
    const reader = new ApiClient(cache.url, project.publishable.token);
    const paths = ['/v1/blog/articles/soon', '/v1/blog/articles'];
    const isSeen = async (path: string) => {
      const { status, text } = await reader.get(path);
      return status === 200 && text.includes('"slug":"soon"');
    };
    const all = () => Promise.all(paths.map(isSeen));
    const until = async (wanted: boolean) => {
      await expect.poll(all, { timeout: 10_000, interval: 20 }).toEqual(paths.map(() => wanted));
      return Date.now();
    };
    const first = await reader.get('/v1/blog/articles');
    expect(await all()).toEqual([false, false]);
    expect((await reader.get('/v1/blog/articles')).headers.get('X-Request-Id')).toBe(
      first.headers.get('X-Request-Id'),
    );

    const seenAt = await until(true);
    const goneAt = await until(false);

    expect(seenAt).toBeGreaterThanOrEqual(Date.parse(begins));
    expect(seenAt - Date.parse(begins)).toBeLessThan(1_000);
    expect(goneAt).toBeGreaterThanOrEqual(Date.parse(ends));
    expect(goneAt - Date.parse(ends)).toBeLessThan(1_000);
  });
});
