import { collection, type Collection, singleton, type Singleton } from './content.ts';
import type { Introspection, Ping } from './description.ts';
import { type Authors, authorsOf, type Blog, blogOf, type Kb, kbOf } from './modules.ts';
import {
  type Locales,
  localesOf,
  type Media,
  mediaOf,
  type Releases,
  releasesOf,
  type Schema,
  schemaOf,
} from './project.ts';
import { asking } from './resource.ts';
import { type CallOptions, type ClientOptions, type Send, transport } from './transport.ts';
import type { AnyTypes, ProjectTypes, Slug } from './types.ts';

export { GalleyError } from './errors.ts';
export type { ErrorBody } from './errors.ts';
export type { Collection, EntryQuery, Singleton } from './content.ts';
export type * from './description.ts';
export type * from './forms.ts';
export type * from './kb-forms.ts';
export type * from './richtext-forms.ts';
export type { Listing, Page, Paging } from './listing.ts';
export type { Authors, Blog, Kb } from './modules.ts';
export type { Locales, Media, Releases, Schema } from './project.ts';
export type { DraftedResource, ListQuery, PictureQuery, ReadOptions, Resource } from './resource.ts';
export type { CallOptions, ClientOptions, DraftOptions, Outgoing, Send, WriteOptions } from './transport.ts';
export type { AnyTypes, ProjectTypes, TypeForms, Where } from './types.ts';

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
  /** The project of this key. */
  ping(options?: CallOptions): Promise<Ping>;
  introspection(options?: CallOptions & { release?: string }): Promise<Introspection>;
  /** Any request with this client's key, retries and errors; throws a `GalleyError` where the answer is none. */
  readonly send: Send;
}

/**
 * A client of one project, the project of its key. With the `ContentTypes` that `galley types` writes it has a type for
 * every field. Every call throws `GalleyError` when the service refuses, and what `fetch` throws when no answer comes.
 */
export function createClient<T extends ProjectTypes<T> = AnyTypes>(options: ClientOptions): Client<T> {
  const { release } = options;
  const send = transport(options);
  const ask = asking(send);
  return {
    content: (type) => collection(ask, type, release),
    singleton: (type) => singleton(ask, type, release),
    authors: authorsOf(ask),
    blog: blogOf(ask),
    kb: kbOf(ask),
    locales: localesOf(ask),
    media: mediaOf(ask),
    releases: releasesOf(ask),
    schema: schemaOf(ask, release),
    ping: (call) => ask('GET', '/v1/ping', call),
    introspection: ({ release: asked = release, ...call } = {}) =>
      ask('GET', '/v1/introspection', { ...call, query: { release: asked } }),
    send,
  };
}
