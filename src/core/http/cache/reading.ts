import type { Context } from 'koa';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { ReadModules } from './read-modules.ts';
import type { CacheTagCollector } from '../../context/cache-tag-collector.ts';

/** What caches receive beside an answer (docs/build/cache-tags.md). */
export interface Reading {
  /** What it shows, by the names that changes invalidate, with blanks between. */
  tags: string;
  /** The newest revision of the project at which it was found to be true. */
  version: number;
  /** When it stops being true though nothing is written, in milliseconds of the epoch; infinite for never. */
  endsAtMs: number;
}

/** Whether the caller keeps answers and wants to know when to drop them. */
export function asksForTags(ctx: Context): boolean {
  return ctx.get('X-Cache-Tags') === 'true';
}

export function setReading(ctx: Context, { tags, version, endsAtMs }: Reading): void {
  ctx.set({ 'X-Cache-Tags': tags, 'X-Content-Version': String(version) });
  if (endsAtMs !== Infinity) ctx.set('X-Cache-Until', new Date(endsAtMs).toISOString());
}

const ofProblems = new WeakMap<ApiError, Reading>();

/** Lets a 404 take along what it was decided by. */
export function noteReading(fault: ApiError, reading: Reading): void {
  ofProblems.set(fault, reading);
}

/** What a refusal was decided by; undefined where no cache keeps it. */
export function readingOf(thrown: unknown): Reading | undefined {
  return thrown instanceof ApiError ? ofProblems.get(thrown) : undefined;
}

/** Whether a refusal is one that caches keep. */
export function isMissing(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.status === 404;
}

/** Holds what a read looked at against what it noted; in tests. @throws Error that names the collection */
export function checkNoted(reads: ReadModules, seen: CacheTagCollector): void {
  for (const [collection, tags] of reads.named)
    if (!seen.hasAny(tags)) throw new Error(`a read of "${collection}" noted none of ${tags.join(', ')}`);
}
