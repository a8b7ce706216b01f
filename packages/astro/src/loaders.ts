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
  unlessGone,
} from './sources.ts';

/* Collections that are read while a site is built: a later build reads again only what has changed since. */

export const blogArticles = (): Loader => loader(blogArticleSource);
export const kbArticles = (): Loader => loader(kbArticleSource);
export const authors = (): Loader => loader(authorSource);
export const categories = (): Loader => loader(categorySource);
export const entries = (type: string): Loader => loader(entrySource(type));

/** What an item was read with. */
interface Kept {
  tags: readonly string[];
  /** From then on the item is old although nothing changed, in milliseconds of the epoch. */
  until: number | null;
}

/** What changed since a version: null for everything. */
interface Changed {
  version: string;
  tags: ReadonlySet<string> | null;
}

/** So many are read at a time. */
const readersMax = 4;

function loader(source: Source<object>): Loader {
  return {
    name: `galley-astro: ${source.name}`,
    async load(context) {
      const send = tellingWaits(context);
      const client = createClient({ ...settings(), fetch: send });
      const { version, tags } = await changedSince(client, context.meta.get('version'));
      const kept = new Map(
        Object.entries(JSON.parse(context.meta.get('kept') ?? '{}') as Record<string, Kept>),
      );
      const ids = new Set<string>();
      for await (const id of source.ids(client)) ids.add(id);
      for (const id of context.store.keys()) if (!ids.has(id)) context.store.delete(id);
      const old = [...ids].filter((id) => isOld(context, id, { kept: kept.get(id), tags }));
      for (let at = 0; at < old.length; at += readersMax)
        await Promise.all(
          old.slice(at, at + readersMax).map(async (id) => {
            const { client: own, seen } = tracked({ ...settings(), fetch: send });
            const read = (await unlessGone(source.read(own, id))) as Record<string, unknown> | null;
            if (read === null) {
              ids.delete(id);
              context.store.delete(id);
              return;
            }
            const data = await context.parseData({ id, data: read });
            context.store.set({ id, data, digest: context.generateDigest(read) });
            kept.set(id, { tags: seen.tags, until: seen.until?.getTime() ?? null });
          }),
        );
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
      context.meta.set('version', version);
      context.meta.set('kept', JSON.stringify(Object.fromEntries(kept)));
      context.logger.info(`${source.name}: ${old.length} of ${ids.size} read.`);
    },
  };
}

function isOld(
  { store }: LoaderContext,
  id: string,
  { kept, tags }: { kept: Kept | undefined; tags: Changed['tags'] },
): boolean {
  if (kept === undefined || tags === null || store.get(id) === undefined) return true;
  if (kept.until !== null && kept.until <= Date.now()) return true;
  return kept.tags.some((tag) => tags.has(tag));
}

interface ChangesAnswer {
  version: string | number;
  reset?: boolean;
  tags?: string[];
  has_more?: boolean;
  next_since?: string | number;
}

/** The version is asked for before anything is read: what changes meanwhile is read by the next build. */
async function changedSince(client: Client, since: string | undefined): Promise<Changed> {
  const ask = async (query: Record<string, string>) =>
    (await (await client.send('GET', '/v1/changes', { query })).json()) as ChangesAnswer;
  if (since === undefined) return { version: String((await ask({})).version), tags: null };
  const tags = new Set<string>();
  for (let place = since; ;) {
    const {
      reset,
      tags: named = [],
      has_more: hasMore,
      next_since: next,
      version,
    } = await ask({
      since: place,
      tags: 'true',
    });
    if (reset === true) return { version: String(version), tags: null };
    for (const tag of named) tags.add(tag);
    place = String(next ?? version);
    if (hasMore !== true) return { version: place, tags };
  }
}

/**
 * The client waits by itself where the budget is spent; a person who watches the build should see why nothing moves.
 */
function tellingWaits({ logger }: LoaderContext): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status === 429)
      logger.warn(
        `The budget of the key is spent; going on in ${answer.headers.get('Retry-After') ?? 'some'} s.`,
      );
    return answer;
  };
}
