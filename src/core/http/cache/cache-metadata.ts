import type { Context } from 'koa';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { ReadModules } from './read-modules.ts';
import type { CacheTagCollector } from '../../context/cache-tag-collector.ts';

/** The metadata of a response for caches (docs/build/cache-tags.md). */
export interface CacheMetadata {
  /** Cache tags of its content, separated by blanks. */
  tags: string;
  /** The newest revision of the project at which the response was checked. */
  version: number;
  /** When it expires without a write, in milliseconds since the epoch; infinite for never. */
  endsAtMs: number;
}

/** Whether the caller caches responses and requests their tags. */
export function requestsCacheTags(ctx: Context): boolean {
  return ctx.get('X-Cache-Tags') === 'true';
}

export function setMetadataHeaders(ctx: Context, { tags, version, endsAtMs }: CacheMetadata): void {
  ctx.set({ 'X-Cache-Tags': tags, 'X-Content-Version': String(version) });
  if (endsAtMs !== Infinity) ctx.set('X-Cache-Until', new Date(endsAtMs).toISOString());
}

const metadataOfErrors = new WeakMap<ApiError, CacheMetadata>();

/** Attaches the metadata of a 404 to its error. */
export function attachMetadata(error: ApiError, metadata: CacheMetadata): void {
  metadataOfErrors.set(error, metadata);
}

/** The metadata of an error; undefined for errors that no cache stores. */
export function metadataOf(thrown: unknown): CacheMetadata | undefined {
  return thrown instanceof ApiError ? metadataOfErrors.get(thrown) : undefined;
}

/** Whether caches store the error. */
export function isNotFound(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.status === 404;
}

/** Checks in tests that a read collected a tag of each collection that it opened. @throws Error that names the collection */
export function checkTagsNoted(reads: ReadModules, collector: CacheTagCollector): void {
  for (const [collection, tags] of reads.tagsByCollection)
    if (!collector.hasAny(tags))
      throw new Error(`a read of "${collection}" noted none of ${tags.join(', ')}`);
}
