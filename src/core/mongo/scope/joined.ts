import type { Document } from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import type { ProjectDb, ReleaseDb } from './handle.ts';
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
  return { $lookup: { ...join, from: spec.name, pipeline: [visibleMatch(handle, spec), ...stages] } };
}

/** Returns a `$unionWith` stage that adds only matching rows that the caller of the handle can see. */
export function unionWithin<R extends object>(
  handle: ReleaseDb,
  spec: CollectionSpec<R, ProjectDb>,
  { filter, stages }: { filter: Document; stages: readonly Document[] },
): Document {
  const pipeline = [visibleMatch(handle, spec), { $match: filter }, ...stages];
  return { $unionWith: { coll: spec.name, pipeline } };
}

/** The stage that selects the rows of the handle's scope that its caller can see. */
function visibleMatch(handle: ReleaseDb, spec: CollectionSpec<object, ProjectDb>): Document {
  handle.reads?.note(spec);
  const { narrowing } = handle;
  const { granted: parts } = spec;
  const isOfRelease = spec.scope === 'release';
  const keys = isOfRelease ? handle.releaseKeys : handle.keys;
  const releaseId = isOfRelease ? handle.releaseId : null;
  const condition =
    narrowing === null || parts === undefined ? null : grantFilter({ parts, narrowing, releaseId });
  return { $match: condition === null ? keys : { $and: [keys, condition] } };
}
