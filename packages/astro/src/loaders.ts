import type { Loader, LoaderContext } from 'astro/loaders';
import { type Client, createClient } from 'galley-client';
import { tracked } from 'galley-client/track';
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

/* Collections that are read during a build. A later build reads only the items that changed since then. */

export const blogArticles = (): Loader => loader(blogArticleSource);
export const kbArticles = (): Loader => loader(kbArticleSource);
export const authors = (): Loader => loader(authorSource);
export const categories = (): Loader => loader(categorySource);
export const entries = (type: string): Loader => loader(entrySource(type));

/** What decides whether a stored item is outdated. */
interface Freshness {
  tags: readonly string[];
  /** When the item expires without a change, in milliseconds since the epoch; null if it doesn't. */
  until: number | null;
}

/** The changes since a version. */
interface ChangedTags {
  /** The current version. */
  version: string;
  /** Cache tags of the changes; null if everything must be read. */
  tags: ReadonlySet<string> | null;
}

/** Items that are read at the same time. */
const parallelReads = 4;

/** The key of the items' freshness in Astro's data store. After a rename, the next build reads everything. */
const metaKey = 'kept';

function loader(source: Source<object>): Loader {
  return {
    name: `galley-astro: ${source.name}`,
    async load(context) {
      const send = fetchWithWarning(context);
      const client = createClient({ ...settings(), fetch: send });
      const { version, tags } = await changedSince(client, context.meta.get('version'));
      const freshness = new Map(
        Object.entries(JSON.parse(context.meta.get(metaKey) ?? '{}') as Record<string, Freshness>),
      );
      const ids = new Set<string>();
      for await (const id of source.ids(client)) ids.add(id);
      for (const id of context.store.keys()) if (!ids.has(id)) context.store.delete(id);
      const outdatedIds = [...ids].filter((id) =>
        isOutdated(context, id, { freshness: freshness.get(id), tags }),
      );
      for (let at = 0; at < outdatedIds.length; at += parallelReads)
        await Promise.all(
          outdatedIds.slice(at, at + parallelReads).map(async (id) => {
            const { client: itemClient, seen } = tracked({ ...settings(), fetch: send });
            const item = (await orNull(source.read(itemClient, id))) as Record<string, unknown> | null;
            if (item === null) {
              ids.delete(id);
              context.store.delete(id);
              return;
            }
            const data = await context.parseData({ id, data: item });
            context.store.set({ id, data, digest: context.generateDigest(item) });
            freshness.set(id, { tags: seen.tags, until: seen.until?.getTime() ?? null });
          }),
        );
      for (const id of freshness.keys()) if (!ids.has(id)) freshness.delete(id);
      context.meta.set('version', version);
      context.meta.set(metaKey, JSON.stringify(Object.fromEntries(freshness)));
      context.logger.info(`Read ${outdatedIds.length} of ${ids.size} ${source.name}.`);
    },
  };
}

function isOutdated(
  { store }: LoaderContext,
  id: string,
  { freshness, tags }: { freshness: Freshness | undefined; tags: ChangedTags['tags'] },
): boolean {
  if (freshness === undefined || tags === null || store.get(id) === undefined) return true;
  if (freshness.until !== null && freshness.until <= Date.now()) return true;
  return freshness.tags.some((tag) => tags.has(tag));
}

interface ChangesResponse {
  version: string | number;
  reset?: boolean;
  tags?: string[];
  has_more?: boolean;
  next_since?: string | number;
}

/** Call this before reading items, so that the next build reads items that change during this build. */
async function changedSince(client: Client, since: string | undefined): Promise<ChangedTags> {
  const readChanges = async (query: Record<string, string>) =>
    (await (await client.send('GET', '/v1/changes', { query })).json()) as ChangesResponse;
  if (since === undefined) return { version: String((await readChanges({})).version), tags: null };
  const tags = new Set<string>();
  for (let nextSince = since; ;) {
    const {
      reset,
      tags: newTags = [],
      has_more: hasMore,
      next_since: next,
      version,
    } = await readChanges({
      since: nextSince,
      tags: 'true',
    });
    if (reset === true) return { version: String(version), tags: null };
    for (const tag of newTags) tags.add(tag);
    nextSince = String(next ?? version);
    if (hasMore !== true) return { version: nextSince, tags };
  }
}

/** A fetch that logs a warning when the client waits for the rate limit, so that a paused build is explained. */
function fetchWithWarning({ logger }: LoaderContext): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 429)
      logger.warn(
        `The API key has reached its rate limit. Waiting ${response.headers.get('Retry-After') ?? 'a few'} seconds.`,
      );
    return response;
  };
}
