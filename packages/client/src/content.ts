import type { Entry, EntryListMeta, Referrer, ReferrerMeta, WrittenEntry } from './forms.ts';
import type { Listing } from './listing.ts';
import { type Ask, listAt, type ListQuery, path, type ReadOptions } from './resource.ts';
import type { CallOptions, DraftOptions, WriteOptions } from './transport.ts';
import type { Form, Where } from './types.ts';

/** A release for this call alone. */
interface InRelease {
  release?: string;
}

/** How a list of entries is filtered, sorted and paged. */
export interface EntryQuery<T, S extends keyof T> extends ListQuery, InRelease {
  where?: Where<T, S>;
  /** A field or a time, with `-` in front for descending. */
  sort?: Form<T, S, 'sort'>;
  offset?: number;
  cursor?: string;
  /** At most 50; exactly those are answered, in the order of `sort`. */
  ids?: readonly string[];
}

/** How a write publishes. */
interface Publishing {
  publish?: boolean;
  /** Beside `publish: true`: in the past it is kept, in the future it schedules, null is now. */
  published_at?: string | Date | null;
  /** When readers stop seeing it; null takes the end away. */
  unpublish_at?: string | Date | null;
}

/** How a change of something live is published. */
interface PublishingChange extends Publishing {
  /** When the draft, as it is after this write, replaces what readers see; null cancels a scheduled change. */
  publish_at?: string | Date | null;
}

/** The keys of a type's fields. */
type Key<T, S extends keyof T> = keyof Form<T, S, 'values'> & string;

/** Reads answer these fields alone, and all of them without it. */
interface Choosing<F> {
  fields?: readonly F[];
}

type Chosen<T, S extends keyof T, F extends Key<T, S>> = Pick<Form<T, S, 'values'>, F>;

export interface Collection<T, S extends keyof T> {
  list<const F extends Key<T, S> = Key<T, S>>(
    query?: EntryQuery<T, S> & Choosing<F>,
    options?: CallOptions,
  ): Listing<Entry<Chosen<T, S, F>>, EntryListMeta>;
  get<const F extends Key<T, S> = Key<T, S>>(
    id: string,
    options?: ReadOptions & InRelease & Choosing<F>,
  ): Promise<Entry<Chosen<T, S, F>>>;
  create(
    body: { values: Form<T, S, 'input'> } & Publishing,
    options?: WriteOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
  /** Changes the fields that are sent; null clears one. */
  patch(
    id: string,
    body: { values?: Form<T, S, 'changes'> } & PublishingChange,
    options?: DraftOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
  delete(id: string, options?: WriteOptions & InRelease): Promise<void>;
  /** What points at the entry, drafts included. */
  referencedBy(
    id: string,
    query?: { limit?: number } & InRelease,
    options?: CallOptions,
  ): Listing<Referrer, ReferrerMeta>;
}

export interface Singleton<T, S extends keyof T> {
  get<const F extends Key<T, S> = Key<T, S>>(
    options?: ReadOptions & InRelease & Choosing<F>,
  ): Promise<Chosen<T, S, F>>;
  /** Replaces the whole; fields left out are cleared. */
  put(
    body: { values: Form<T, S, 'input'> } & PublishingChange,
    options?: DraftOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
  patch(
    body: { values?: Form<T, S, 'changes'> } & PublishingChange,
    options?: DraftOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
}

/** Calls on one collection. `release` is the client's own. */
export function collection<T, S extends keyof T>(
  ask: Ask,
  type: string,
  release: string | undefined,
): Collection<T, S> {
  const at = path`/v1/content/${type}`;
  const one = (id: string) => at + path`/${id}`;
  return {
    list: (query, options) => listAt(ask, at, { release, ...query }, options),
    get: (id, options) => ask('GET', one(id), inRelease(release, options)),
    create: (body, options) => ask('POST', `${at}/entries`, { ...inRelease(release, options), body }),
    patch: (id, body, options) => ask('PATCH', one(id), { ...inRelease(release, options), body }),
    delete: (id, options) => ask('DELETE', one(id), inRelease(release, options)),
    referencedBy: (id, query, options) =>
      listAt<Referrer, ReferrerMeta>(ask, `${one(id)}/referenced-by`, { release, ...query }, options),
  };
}

/** Calls on one singleton. */
export function singleton<T, S extends keyof T>(
  ask: Ask,
  type: string,
  release: string | undefined,
): Singleton<T, S> {
  const at = path`/v1/content/${type}`;
  return {
    get: (options) => ask('GET', at, inRelease(release, options)),
    put: (body, options) => ask('PUT', at, { ...inRelease(release, options), body }),
    patch: (body, options) => ask('PATCH', at, { ...inRelease(release, options), body }),
  };
}

/** Takes what belongs into the query out of a call's options. */
export function inRelease<O extends ReadOptions & InRelease & Choosing<string>>(
  clients: string | undefined,
  options?: O,
) {
  const { release = clients, fields, media_urls, images, image_ratio, ...others } = options ?? {};
  return { ...others, query: { release, media_urls, images, image_ratio, fields } };
}
