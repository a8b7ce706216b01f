import type { LiveLoader } from 'astro/loaders';
import type { Author, BlogArticle, BlogCategory, Entry, KbArticle } from 'galley-client';
import { type Seen, tracked } from 'galley-client/track';
import { freshFetch } from './pages/newest.ts';
import { settings } from './settings.ts';
import {
  authorSource,
  blogArticleSource,
  categorySource,
  entrySource,
  kbArticleSource,
  type Source,
  orNull,
} from './sources.ts';

/* Live collections, which are read on each request. `cacheHint` contains the cache tags of their content. */

type Live<T extends object> = LiveLoader<T, { id: string }, never>;

export const blogArticles = (): Live<BlogArticle> => loader(blogArticleSource);
export const kbArticles = (): Live<KbArticle> => loader(kbArticleSource);
export const authors = (): Live<Author> => loader(authorSource);
export const categories = (): Live<BlogCategory> => loader(categorySource);
export const entries = <V = Record<string, unknown>>(type: string): Live<Entry<V>> =>
  loader(entrySource<V>(type));

function loader<T extends { updated_at: string }>(source: Source<T>): Live<T> {
  return {
    name: `galley-astro: ${source.name}`,
    async loadEntry({ filter: { id } }) {
      const { client, seen } = tracked({ ...settings(), fetch: freshFetch });
      try {
        const data = await orNull(source.read(client, id));
        return data === null ? undefined : { id, data, cacheHint: hintOf(seen, [data]) };
      } catch (error) {
        return errorResult(error);
      }
    },
    async loadCollection() {
      const { client, seen } = tracked({ ...settings(), fetch: freshFetch });
      try {
        const entries: { id: string; data: T }[] = [];
        for await (const id of source.ids(client)) {
          const data = await orNull(source.read(client, id));
          if (data !== null) entries.push({ id, data });
        }
        return {
          entries,
          cacheHint: hintOf(
            seen,
            entries.map(({ data }) => data),
          ),
        };
      } catch (error) {
        return errorResult(error);
      }
    },
  };
}

function hintOf({ tags }: Seen, items: readonly { updated_at: string }[]) {
  const latest = items
    .map((item) => item.updated_at)
    .sort()
    .at(-1);
  return { tags: [...tags], ...(latest !== undefined && { lastModified: new Date(latest) }) };
}

function errorResult(error: unknown): { error: Error } {
  return { error: error instanceof Error ? error : new Error(String(error)) };
}
