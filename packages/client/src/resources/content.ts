import type {
  Entry,
  EntryListMeta,
  EntryMatch,
  Referrer,
  ReferrerMeta,
  WrittenEntry,
} from '../types/forms.ts';
import type { Listing } from './listing.ts';
import { type Ask, listAt, type ListQuery, path, type ReadOptions } from './resource.ts';
import type { CallOptions, DraftOptions, WriteOptions } from '../http/transport.ts';
import type { Form, Where } from '../types/project-types.ts';

/** A release for one request. */
interface InRelease {
  release?: string;
}

/** Filters, sort order and paging of a list of entries. */
export interface EntryQuery<T, S extends keyof T> extends ListQuery, InRelease {
  where?: Where<T, S>;
  /** A field or a time. A leading `-` sorts in descending order. */
  sort?: Form<T, S, 'sort'>;
  offset?: number;
  cursor?: string;
  /** With a client of `inLocale`: adds `alternates` to each entry. */
  alternates?: boolean;
  /** At most 50 ids. Returns exactly these entries, in the order of `sort`. */
  ids?: readonly string[];
  /** With the option `drafts`: the states to return, separated by commas (`draft,scheduled`). */
  status?: string;
}

/** Publication of a write. */
interface Publishing {
  publish?: boolean;
  /** With `publish: true`: a past date is stored, a date in the future schedules, null means now. */
  published_at?: string | Date | null;
  /** End date; null removes it. */
  unpublish_at?: string | Date | null;
  /** In a further locale: the revision of the source from which the texts were written. Default: the newest. */
  translated_from?: number;
}

/** Publication of a change. */
interface PublishingChange extends Publishing {
  /** Date at which the draft of this write replaces the live version; null cancels the scheduled change. */
  publish_at?: string | Date | null;
}

/** The keys of a type's fields. */
type Key<T, S extends keyof T> = keyof Form<T, S, 'values'> & string;

/** The fields to return. Default: all. */
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
  /** Returns the entry with a value in a unique field, as in `lookup({ slug: 'hello' })`. */
  lookup<const F extends Key<T, S> = Key<T, S>>(
    where: { [K in Key<T, S>]?: string },
    options?: ReadOptions & InRelease & Choosing<F>,
  ): Promise<EntryMatch<Chosen<T, S, F>>>;
  create(
    body: { values: Form<T, S, 'input'> } & Publishing,
    options?: WriteOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
  /** Changes only the fields you send; null clears a field. */
  patch(
    id: string,
    body: { values?: Form<T, S, 'changes'> } & PublishingChange,
    options?: DraftOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
  delete(id: string, options?: WriteOptions & InRelease): Promise<void>;
  /** Lists the content that refers to the entry, drafts included. */
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
  /** Replaces all values; omitted fields are cleared. */
  put(
    body: { values: Form<T, S, 'input'> } & PublishingChange,
    options?: DraftOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
  patch(
    body: { values?: Form<T, S, 'changes'> } & PublishingChange,
    options?: DraftOptions & InRelease,
  ): Promise<WrittenEntry<Form<T, S, 'values'>>>;
}

/** Returns the methods of one collection. `release` is the default of the client. */
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
    lookup: (where, options) => {
      const { query, ...others } = inRelease(release, options);
      return ask('GET', `${at}/lookup`, { ...others, query: { ...query, where } });
    },
    create: (body, options) => ask('POST', `${at}/entries`, { ...inRelease(release, options), body }),
    patch: (id, body, options) => ask('PATCH', one(id), { ...inRelease(release, options), body }),
    delete: (id, options) => ask('DELETE', one(id), inRelease(release, options)),
    referencedBy: (id, query, options) =>
      listAt<Referrer, ReferrerMeta>(ask, `${one(id)}/referenced-by`, { release, ...query }, options),
  };
}

/** Returns the methods of one singleton. */
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

/** Moves query parameters from the options into `query`. */
export function inRelease<O extends ReadOptions & InRelease & Choosing<string>>(
  clientRelease: string | undefined,
  options?: O,
) {
  const { release = clientRelease, fields, media_urls, images, image_ratio, ...others } = options ?? {};
  return { ...others, query: { release, media_urls, images, image_ratio, fields } };
}
