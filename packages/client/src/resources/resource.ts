import type { ModuleMeta } from '../types/forms.ts';
import { type Listing, listing, type Page, type Paging } from './listing.ts';
import type { Query } from '../http/query.ts';
import type { CallOptions, DraftOptions, Outgoing, Send, WriteOptions } from '../http/transport.ts';

/** Parameters of reads with images. */
export interface PictureQuery {
  /** `permanent` rejects reads that would return URLs that expire. */
  media_urls?: 'permanent';
  /** Widths in pixels, ascending. Adds `srcset`, `focal_point` and `placeholder` to every image. */
  images?: readonly number[];
  /** Aspect ratio such as `16:9`, cropped around the focal point. Needs `images`. */
  image_ratio?: `${number}:${number}`;
}

/** Parameters of every list. */
export interface ListQuery extends PictureQuery {
  /** 1 to 100. Default: 20. */
  limit?: number;
  /** Adds `meta.total`, counted up to 10,000. */
  count?: boolean;
}

export interface ReadOptions extends CallOptions, PictureQuery {}

/** Moves query parameters from the options into `query`. */
export function asRead<O extends ReadOptions>({ media_urls, images, image_ratio, ...options }: O) {
  return { ...options, query: { media_urls, images, image_ratio } };
}

/** Sends a request and returns the JSON of the response; undefined if it has no body. */
export type Ask = <T>(method: string, path: string, outgoing?: Outgoing) => Promise<T>;

export function asking(send: Send): Ask {
  return async <T>(method: string, path: string, outgoing?: Outgoing) => {
    const response = await send(method, path, outgoing);
    return (response.status === 204 ? undefined : await response.json()) as T; // the service keeps to its schemas
  };
}

/** Returns a path with encoded values: path`/v1/authors/${slug}`. */
export function path(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return parts.reduce((whole, part, at) => whole + encodeURIComponent(names[at - 1] ?? '') + part);
}

/** Returns the list at a path. */
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

/** Items with a slug. `L`: item of a list, `R`: single read, `W`: response to a write. */
export interface Resource<L, R, W, Create, Change, Q> {
  list(query?: ListQuery & Q, options?: CallOptions): Listing<L, ModuleMeta>;
  get(slug: string, options?: ReadOptions): Promise<R>;
  create(body: Create, options?: WriteOptions): Promise<W>;
  /** Changes only the keys you send; null clears a key. */
  patch(slug: string, body: Change, options?: WriteOptions): Promise<W>;
  delete(slug: string, options?: WriteOptions): Promise<void>;
}

/** Items with a draft. */
export interface DraftedResource<L, R, W, Create, Change, Q> extends Resource<L, R, W, Create, Change, Q> {
  patch(slug: string, body: Change, options?: DraftOptions): Promise<W>;
}

/** Returns the five methods of a module's resource. The types are not checked against the path. */
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
