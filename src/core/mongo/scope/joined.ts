import type { Document } from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import { ReleaseDb } from './handle.ts';
import { grantFilter } from './grant-filter.ts';

interface Join {
  /** The path of a value or an array of values to look up. */
  localField: string;
  foreignField: string;
  /** Stages for the joined rows. */
  stages: readonly Document[];
  as: string;
}

/** Returns a `$lookup` stage that joins only rows of the handle's release that its caller can see. */
export function joinWithin<R extends object>(
  handle: ReleaseDb,
  spec: CollectionSpec<R, ReleaseDb>,
  { stages, ...join }: Join,
): Document {
  handle.reads?.note(spec);
  const { narrowing, releaseKeys, releaseId } = handle;
  const { granted: parts } = spec;
  const condition =
    narrowing === null || parts === undefined ? null : grantFilter({ parts, narrowing, releaseId });
  const $match = condition === null ? releaseKeys : { $and: [releaseKeys, condition] };
  return { $lookup: { ...join, from: spec.name, pipeline: [{ $match }, ...stages] } };
}
