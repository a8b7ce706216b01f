import type { AnyCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';

/** The first date after `after` (the first of all when null) at which a scheduled row of the project appears, or null. */
export async function findComingDate(
  { system, projectId }: ProjectDb,
  { name }: AnyCollection,
  after: Date | null,
): Promise<Date | null> {
  const later = after === null ? {} : { live_at: { $gt: after } };
  const row = await system.db
    .collection<{ live_at: Date }>(name)
    .findOne(
      { project_id: projectId, status: 'scheduled', ...later },
      { sort: { live_at: 1 }, hint: 'coming', projection: { _id: 0, live_at: 1 }, maxTimeMS: 2_000 },
    );
  return row?.live_at ?? null;
}
