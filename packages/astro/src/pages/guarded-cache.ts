import type { CacheProvider, InvalidateOptions } from 'astro';
import { hasPreviewCookie } from './preview-cookie.ts';

/**
 * Wraps a cache provider so that it doesn't cache a page if one of the page's tags was purged during rendering: the
 * page may show content from before the change. Preview requests bypass the cache.
 */
export function guardCache(inner: CacheProvider): CacheProvider {
  /** One set for each page that is being rendered: the tags that were purged since its rendering started. */
  const purgedSets = new Set<Set<string>>();
  return {
    ...inner,
    name: 'galley-astro',
    async onRequest(context, next) {
      if (inner.onRequest === undefined || hasPreviewCookie(context.request)) return next();
      const purgedTags = new Set<string>();
      let tags: string[] = [];
      purgedSets.add(purgedTags);
      try {
        const response = await inner.onRequest(context, async () => {
          const page = await next();
          tags = tagsOf(page);
          if (tags.some((tag) => purgedTags.has(tag))) removeCacheHeaders(page);
          return page;
        });
        const outdatedTags = tags.filter((tag) => purgedTags.has(tag)); // includes purges while the page was stored
        if (outdatedTags.length > 0) await inner.invalidate({ tags: outdatedTags });
        return response;
      } finally {
        purgedSets.delete(purgedTags);
      }
    },
    async invalidate(options: InvalidateOptions) {
      for (const tag of [options.tags ?? []].flat()) for (const purgedTags of purgedSets) purgedTags.add(tag);
      await inner.invalidate(options);
    },
  };
}

function tagsOf({ headers }: Response): string[] {
  const tags = (headers.get('Cache-Tag') ?? '').split(',');
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

function removeCacheHeaders({ headers }: Response): void {
  headers.delete('CDN-Cache-Control');
  headers.delete('Cache-Tag');
}
