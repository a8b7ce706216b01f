import type { Document } from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import { ReleaseDb } from './handle.ts';
import { grantFilter } from './grant-filter.ts';

interface Join {
  /** Where the values stand by which rows are looked for: one, or an array. */
  localField: string;
  foreignField: string;
  /** What becomes of the rows that are found. */
  stages: readonly Document[];
  as: string;
}

/**
 * A stage that adds rows of a release's collection to each row of an aggregation. Like every other operation on them it
 * sees rows of the handle's own release alone.
 */
export function joinWithin<R extends object>(
  handle: ReleaseDb,
  spec: CollectionSpec<R, ReleaseDb>,
  { stages, ...join }: Join,
): Document {
  handle.reads?.note(spec);
  const { narrowing, releaseKeys, releaseId } = handle;
  const { granted: parts } = spec;
  const sieve =
    narrowing === null || parts === undefined ? null : grantFilter({ parts, narrowing, releaseId });
  const $match = sieve === null ? releaseKeys : { $and: [releaseKeys, sieve] };
  return { $lookup: { ...join, from: spec.name, pipeline: [{ $match }, ...stages] } };
}
