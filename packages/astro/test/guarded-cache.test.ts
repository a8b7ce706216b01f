import type { CacheProvider } from 'astro';
import { describe, expect, it } from 'vitest';
import { guardCache } from '../src/pages/guarded-cache.ts';

type Next = () => Promise<Response>;

/** Caches responses with tags by path, like Astro's own provider. `beforeStored` runs before a response is stored. */
function newProvider(beforeStored: () => void = () => undefined) {
  const pages = new Map<string, { body: string; tags: string[] }>();
  const provider: CacheProvider = {
    name: 'test',
    async onRequest({ url }, next) {
      const cachedPage = pages.get(url.pathname);
      if (cachedPage !== undefined) return new Response(cachedPage.body);
      const response = await next();
      const tags = response.headers.get('Cache-Tag');
      const body = await response.text();
      beforeStored();
      if (tags !== null) pages.set(url.pathname, { body, tags: tags.split(',') });
      return new Response(body);
    },
    invalidate({ tags = [] }) {
      for (const [path, page] of pages)
        if ([tags].flat().some((tag) => page.tags.includes(tag))) pages.delete(path);
      return Promise.resolve();
    },
  };
  return { pages, provider };
}

function requestPage(cache: CacheProvider, next: Next, cookie = ''): Promise<Response> {
  const request = new Request('http://site.test/blog', { headers: { Cookie: cookie } });
  return cache.onRequest?.({ request, url: new URL(request.url) }, next) ?? next();
}

const page = (body: string, ...tags: string[]) =>
  new Response(body, { headers: { 'Cache-Tag': tags.join(','), 'CDN-Cache-Control': 'max-age=60' } });

describe('the cache', () => {
  it('stores a page until one of its tags is purged', async () => {
    const { pages, provider } = newProvider();
    const cache = guardCache(provider);
    await requestPage(cache, () => Promise.resolve(page('old', 'aut_1', 'art_1')));

    await cache.invalidate({ tags: ['aut_2'] });
    expect(pages.size).toBe(1);

    await cache.invalidate({ tags: 'aut_1' });
    expect(pages.size).toBe(0);
  });

  it('does not store a page if one of its tags was purged during rendering', async () => {
    const { pages, provider } = newProvider();
    const cache = guardCache(provider);

    const response = await requestPage(cache, async () => {
      await cache.invalidate({ tags: ['aut_1'] });
      return page('read before the change', 'aut_1');
    });

    expect(await response.text()).toBe('read before the change');
    expect(pages.size).toBe(0);
  });

  it('stores a page if only other tags were purged during rendering', async () => {
    const { pages, provider } = newProvider();
    const cache = guardCache(provider);

    await requestPage(cache, async () => {
      await cache.invalidate({ tags: ['aut_2'] });
      return page('as it is', 'aut_1');
    });

    expect(pages.size).toBe(1);
  });

  it('drops a page if one of its tags was purged while it was stored', async () => {
    let purge: Promise<void> | undefined;
    const { pages, provider } = newProvider(() => {
      purge = cache.invalidate({ tags: ['aut_1'] });
    });
    const cache = guardCache(provider);

    await requestPage(cache, () => Promise.resolve(page('read before the change', 'aut_1')));
    await purge;

    expect(pages.size).toBe(0);
  });

  it('stores a page that is rendered after the purge', async () => {
    const { pages, provider } = newProvider();
    const cache = guardCache(provider);
    await requestPage(cache, async () => {
      await cache.invalidate({ tags: ['aut_1'] });
      return page('old', 'aut_1');
    });

    await requestPage(cache, () => Promise.resolve(page('new', 'aut_1')));

    expect(pages.get('/blog')?.body).toBe('new');
  });

  it('is bypassed in a preview', async () => {
    const { pages, provider } = newProvider();
    const cache = guardCache(provider);
    await requestPage(cache, () => Promise.resolve(page('for all', 'art_1')));

    const response = await requestPage(
      cache,
      () => Promise.resolve(page('a draft', 'art_1')),
      'a=1; galley_preview=pv_1',
    );

    expect(await response.text()).toBe('a draft');
    expect(pages.get('/blog')?.body).toBe('for all');
  });
});
