import { type Bulk, type BulkAll, bulkOf } from './resources/bulk.ts';
import { collection, type Collection, singleton, type Singleton } from './resources/content.ts';
import type { Introspection, Ping, PreviewSession } from './types/description.ts';
import { type Authors, authorsOf, type Blog, blogOf, type Kb, kbOf } from './resources/modules.ts';
import {
  type Locales,
  localesOf,
  type Media,
  mediaOf,
  type Releases,
  releasesOf,
  type Schema,
  schemaOf,
  type Translations,
  translationsOf,
} from './resources/project.ts';
import type { Query } from './http/query.ts';
import { type Ask, asking } from './resources/resource.ts';
import {
  type CallOptions,
  type ClientOptions,
  type Outgoing,
  type Send,
  transport,
} from './http/transport.ts';
import type { AnyTypes, ProjectTypes, Slug } from './types/project-types.ts';

export { GalleyError } from './http/errors.ts';
export type { ErrorBody } from './http/errors.ts';
export type {
  Bulk,
  BulkAll,
  BulkAllOptions,
  BulkCounts,
  BulkOperation,
  BulkOptions,
  BulkResult,
  BulkResults,
} from './resources/bulk.ts';
export type { Collection, EntryQuery, Singleton } from './resources/content.ts';
export type * from './types/description.ts';
export type * from './types/forms.ts';
export type * from './types/kb-forms.ts';
export type * from './types/richtext-forms.ts';
export type { Listing, Page, Paging } from './resources/listing.ts';
export type { Authors, Blog, Kb } from './resources/modules.ts';
export type {
  Locales,
  Media,
  Releases,
  Schema,
  TranslationQuery,
  Translations,
} from './resources/project.ts';
export type {
  DraftedResource,
  ListQuery,
  PictureQuery,
  ReadOptions,
  Resource,
} from './resources/resource.ts';
export type {
  CallOptions,
  ClientOptions,
  DraftOptions,
  Outgoing,
  Send,
  WriteOptions,
} from './http/transport.ts';
export type { AnyTypes, ProjectTypes, TypeForms, Where } from './types/project-types.ts';

export interface Client<T extends ProjectTypes<T> = AnyTypes> {
  /** The entries of a collection. */
  content<S extends Slug<T, 'collection'>>(type: S): Collection<T, S>;
  singleton<S extends Slug<T, 'singleton'>>(type: S): Singleton<T, S>;
  readonly authors: Authors;
  readonly blog: Blog;
  readonly kb: Kb;
  readonly locales: Locales;
  readonly media: Media;
  readonly releases: Releases;
  readonly schema: Schema;
  /** What is missing or outdated in a locale. */
  readonly translations: Translations;
  /** Reads and writes in one locale. Responses have `locale`, `locales`, `fallbacks` and `alternates`. */
  inLocale(locale: string, options?: LocaleOptions): LocaleClient<T>;
  /** Sends up to 100 writes in one request. */
  readonly bulk: Bulk;
  /** Sends any number of writes, 100 in one request, and waits whenever the rate budget is exhausted. */
  readonly bulkAll: BulkAll;
  /** Returns the project of the key. */
  ping(options?: CallOptions): Promise<Ping>;
  /** Returns what a preview token, or a key that can read drafts, gives access to. */
  previewSession(options?: CallOptions): Promise<PreviewSession>;
  /** Describes the project: all content types, or those with these slugs. */
  introspection(
    options?: CallOptions & { release?: string; types?: readonly string[] },
  ): Promise<Introspection>;
  /** Sends any request with the key, retries and errors of this client. @throws GalleyError */
  readonly send: Send;
}

/** How reads in a locale fill missing texts: not at all, field by field, or with whole items of the fallback. */
export interface LocaleOptions {
  /** Default: `fields`. */
  fallback?: 'none' | 'fields' | 'entries';
}

/** The methods of a client in one locale. */
export type LocaleClient<T extends ProjectTypes<T> = AnyTypes> = Pick<
  Client<T>,
  'content' | 'singleton' | 'authors' | 'blog' | 'kb' | 'media'
>;

/**
 * Creates a client for the project of the key. Pass `ContentTypes`, which `galley types` writes, to have a type for each
 * field. Methods throw `GalleyError` for error responses, and the error of `fetch` if there is no response.
 */
export function createClient<T extends ProjectTypes<T> = AnyTypes>(options: ClientOptions): Client<T> {
  const { release } = options;
  const send = transport(options);
  const ask = asking(send);
  const bulk = bulkOf(ask, release);
  return {
    content: (type) => collection(ask, type, release),
    singleton: (type) => singleton(ask, type, release),
    authors: authorsOf(ask),
    blog: blogOf(ask),
    kb: kbOf(ask),
    locales: localesOf(ask),
    media: mediaOf(ask),
    inLocale(locale, { fallback } = {}) {
      const askIn: Ask = (method, at, outgoing) =>
        ask(
          method,
          at,
          at.endsWith('/referenced-by')
            ? outgoing
            : inQuery(outgoing, { locale, ...(method === 'GET' && { fallback }) }),
        );
      return {
        content: (type) => collection(askIn, type, release),
        singleton: (type) => singleton(askIn, type, release),
        authors: authorsOf(askIn),
        blog: blogOf(askIn),
        kb: kbOf(askIn),
        media: mediaOf(askIn),
      };
    },
    releases: releasesOf(ask),
    schema: schemaOf(ask, release),
    translations: translationsOf(ask, release),
    bulk,
    bulkAll: bulkAllOf(bulk),
    ping: (call) => ask('GET', '/v1/ping', call),
    previewSession: (call) => ask('GET', '/preview/v1/session', call),
    introspection: ({ release: requested = release, types, ...call } = {}) =>
      ask('GET', '/v1/introspection', { ...call, query: { release: requested, types: types?.join(',') } }),
    send,
  };
}

function inQuery(outgoing: Outgoing = {}, query: Query): Outgoing {
  return { ...outgoing, query: { ...outgoing.query, ...query } };
}

/** Loads its code with the first call, because most sites only read. */
function bulkAllOf(bulk: Bulk): BulkAll {
  return async (operations, options) => {
    const { sendInBatches } = await import('./resources/bulk-all.ts');
    return sendInBatches(bulk, operations, options);
  };
}
