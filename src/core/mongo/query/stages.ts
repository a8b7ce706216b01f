import type { Document, FindOptions } from 'mongodb';

/** What a plain find would do, as stages of an aggregation; hints are for indexes, and a view has none. */
export function stagesOf({ sort, skip, limit, projection }: FindOptions): Document[] {
  return [
    ...(sort === undefined ? [] : [{ $sort: sort }]),
    ...(skip === undefined || skip === 0 ? [] : [{ $skip: skip }]),
    ...(limit === undefined ? [] : [{ $limit: limit }]),
    ...(projection === undefined ? [] : [{ $project: projection }]),
  ];
}
