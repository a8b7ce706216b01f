import type { ModuleMeta } from './forms.ts';
import { type Listing, listing, type Page, type Paging } from './listing.ts';
import type { Query } from './query.ts';
import type { CallOptions, DraftOptions, Outgoing, Send, WriteOptions } from './transport.ts';

/** What any read of pictures takes. */
export interface PictureQuery {
  /** `permanent` refuses pictures whose address expires. */
  media_urls?: 'permanent';
  /** Widths in pixels, ascending: every picture then has its `srcset`, focal point and placeholder. */
  images?: readonly number[];
  /** `16:9` say: the sizes of `srcset` are cropped to it, around the focal point. Beside `images` alone. */
  image_ratio?: `${number}:${number}`;
}

/** What any list takes. */
export interface ListQuery extends PictureQuery {
  /** 1 to 100; 20 unless said otherwise. */
  limit?: number;
  /** Adds `meta.total`, which stops at 10,000. */
  count?: boolean;
}

export interface ReadOptions extends CallOptions, PictureQuery {}

/** Takes what belongs into the query out of a call's options. */
export function asRead<O extends ReadOptions>({ media_urls, images, image_ratio, ...options }: O) {
  return { ...options, query: { media_urls, images, image_ratio } };
}

/** Sends a request and reads the JSON of its answer; undefined where there is none. */
export type Ask = <T>(method: string, path: string, outgoing?: Outgoing) => Promise<T>;

export function asking(send: Send): Ask {
  return async <T>(method: string, path: string, outgoing?: Outgoing) => {
    const response = await send(method, path, outgoing);
    return (response.status === 204 ? undefined : await response.json()) as T; // the service keeps to its schemas
  };
}

/** A path of literal parts and parts that callers name. */
export function path(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return parts.reduce((whole, part, at) => whole + encodeURIComponent(names[at - 1] ?? '') + part);
}

/** A list at a path. */
export function listAt<T, M extends Paging = Paging>(
  ask: Ask,
  at: string,
  query: object = {},
  { signal }: CallOptions = {},
): Listing<T, M> {
  return listing<T, M>(
    (now) => ask<Page<T, M>>('GET', at, { query: now, ...(signal !== undefined && { signal }) }),
    query as Query,
  );
}

/** Things that are addressed by slug. `L` as lists serve them, `R` as they are read alone, `W` as writes answer. */
export interface Resource<L, R, W, Create, Change, Q> {
  list(query?: ListQuery & Q, options?: CallOptions): Listing<L, ModuleMeta>;
  get(slug: string, options?: ReadOptions): Promise<R>;
  create(body: Create, options?: WriteOptions): Promise<W>;
  /** Changes the keys that are sent; null clears one. */
  patch(slug: string, body: Change, options?: WriteOptions): Promise<W>;
  delete(slug: string, options?: WriteOptions): Promise<void>;
}

/** The same of things that have a draft beside what readers see. */
export interface DraftedResource<L, R, W, Create, Change, Q> extends Resource<L, R, W, Create, Change, Q> {
  patch(slug: string, body: Change, options?: DraftOptions): Promise<W>;
}

/** The five moves on a resource of a module; what its types say is the caller's promise. */
export function resourceAt<L, R, W, Create, Change, Q>(
  ask: Ask,
  at: string,
): DraftedResource<L, R, W, Create, Change, Q> {
  const one = (slug: string) => at + path`/${slug}`;
  return {
    list: (query, options) => listAt<L, ModuleMeta>(ask, at, query, options),
    get: (slug, options = {}) => ask<R>('GET', one(slug), asRead(options)),
    create: (body, options) => ask<W>('POST', at, { ...options, body }),
    patch: (slug, body, options) => ask<W>('PATCH', one(slug), { ...options, body }),
    delete: (slug, options) => ask<undefined>('DELETE', one(slug), options).then(() => undefined),
  };
}
