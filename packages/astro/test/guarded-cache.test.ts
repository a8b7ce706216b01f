import type { CacheProvider } from 'astro';
import { describe, expect, it } from 'vitest';
import { guarded } from '../src/guarded-cache.ts';

type Next = () => Promise<Response>;

/** Keeps by address what is answered with tags, as Astro's own provider does; `beforeStored` runs in between. */
function keeping(beforeStored: () => void = () => undefined) {
  const kept = new Map<string, { body: string; tags: string[] }>();
  const provider: CacheProvider = {
    name: 'keeping',
    async onRequest({ url }, next) {
      const found = kept.get(url.pathname);
      if (found !== undefined) return new Response(found.body);
      const answer = await next();
      const tags = answer.headers.get('Cache-Tag');
      const body = await answer.text();
      beforeStored();
      if (tags !== null) kept.set(url.pathname, { body, tags: tags.split(',') });
      return new Response(body);
    },
    invalidate({ tags = [] }) {
      for (const [path, page] of kept)
        if ([tags].flat().some((tag) => page.tags.includes(tag))) kept.delete(path);
      return Promise.resolve();
    },
  };
  return { kept, provider };
}

function ask(cache: CacheProvider, next: Next, cookie = ''): Promise<Response> {
  const request = new Request('http://site.test/blog', { headers: { Cookie: cookie } });
  return cache.onRequest?.({ request, url: new URL(request.url) }, next) ?? next();
}

const page = (body: string, ...tags: string[]) =>
  new Response(body, { headers: { 'Cache-Tag': tags.join(','), 'CDN-Cache-Control': 'max-age=60' } });

describe('the cache', () => {
  it('keeps a page until one of its tags is purged', async () => {
    const { kept, provider } = keeping();
    const cache = guarded(provider);
    await ask(cache, () => Promise.resolve(page('old', 'aut_1', 'art_1')));

    await cache.invalidate({ tags: ['aut_2'] });
    expect(kept.size).toBe(1);

    await cache.invalidate({ tags: 'aut_1' });
    expect(kept.size).toBe(0);
  });

  it('does not keep a page one of whose tags was purged while it was being made', async () => {
    const { kept, provider } = keeping();
    const cache = guarded(provider);

    const answer = await ask(cache, async () => {
      await cache.invalidate({ tags: ['aut_1'] });
      return page('read before the change', 'aut_1');
    });

    expect(await answer.text()).toBe('read before the change');
    expect(kept.size).toBe(0);
  });

  it('keeps one of whose tags none was purged meanwhile', async () => {
    const { kept, provider } = keeping();
    const cache = guarded(provider);

    await ask(cache, async () => {
      await cache.invalidate({ tags: ['aut_2'] });
      return page('as it is', 'aut_1');
    });

    expect(kept.size).toBe(1);
  });

  it('drops a page that was being stored when its tag was purged', async () => {
    let purge: Promise<void> | undefined;
    const { kept, provider } = keeping(() => {
      purge = cache.invalidate({ tags: ['aut_1'] });
    });
    const cache = guarded(provider);

    await ask(cache, () => Promise.resolve(page('read before the change', 'aut_1')));
    await purge;

    expect(kept.size).toBe(0);
  });

  it('forgets purges with the pages that were made at the time', async () => {
    const { kept, provider } = keeping();
    const cache = guarded(provider);
    await ask(cache, async () => {
      await cache.invalidate({ tags: ['aut_1'] });
      return page('old', 'aut_1');
    });

    await ask(cache, () => Promise.resolve(page('new', 'aut_1')));

    expect(kept.get('/blog')?.body).toBe('new');
  });

  it('is passed by in a preview', async () => {
    const { kept, provider } = keeping();
    const cache = guarded(provider);
    await ask(cache, () => Promise.resolve(page('for all', 'art_1')));

    const answer = await ask(
      cache,
      () => Promise.resolve(page('a draft', 'art_1')),
      'a=1; galley_preview=pv_1',
    );

    expect(await answer.text()).toBe('a draft');
    expect(kept.get('/blog')?.body).toBe('for all');
  });
});
