import type { CacheProvider, InvalidateOptions } from 'astro';
import { hasPreviewCookie } from './preview-cookie.ts';

/**
 * A provider that keeps no page which was being made while one of its tags was purged: it may have been read before the
 * change. Requests of a preview pass it by.
 */
export function guarded(inner: CacheProvider): CacheProvider {
  /** For each page that is being made, the tags that were purged since its making began. */
  const fills = new Set<Set<string>>();
  return {
    ...inner,
    name: 'galley-astro',
    async onRequest(context, next) {
      if (inner.onRequest === undefined || hasPreviewCookie(context.request)) return next();
      const purged = new Set<string>();
      let tags: string[] = [];
      fills.add(purged);
      try {
        const answer = await inner.onRequest(context, async () => {
          const made = await next();
          tags = tagsOf(made);
          if (tags.some((tag) => purged.has(tag))) takeOut(made);
          return made;
        });
        const late = tags.filter((tag) => purged.has(tag)); // purged while the page was being stored
        if (late.length > 0) await inner.invalidate({ tags: late });
        return answer;
      } finally {
        fills.delete(purged);
      }
    },
    async invalidate(options: InvalidateOptions) {
      for (const tag of [options.tags ?? []].flat()) for (const fill of fills) fill.add(tag);
      await inner.invalidate(options);
    },
  };
}

function tagsOf({ headers }: Response): string[] {
  const tags = (headers.get('Cache-Tag') ?? '').split(',');
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

function takeOut({ headers }: Response): void {
  headers.delete('CDN-Cache-Control');
  headers.delete('Cache-Tag');
}
