import type { Document, FindOptions } from 'mongodb';

/** Converts options of a find to stages of an aggregation. Hints are dropped, because a view has no indexes. */
export function stagesOf({ sort, skip, limit, projection }: FindOptions): Document[] {
  return [
    ...(sort === undefined ? [] : [{ $sort: sort }]),
    ...(skip === undefined || skip === 0 ? [] : [{ $skip: skip }]),
    ...(limit === undefined ? [] : [{ $limit: limit }]),
    ...(projection === undefined ? [] : [{ $project: projection }]),
  ];
}
