import type { AnyCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';

interface DatedRow {
  status: string;
  live_at: Date;
}

/** The first date after `after` (the first of all when null) at which a scheduled row of the project appears, or null. */
export async function findComingDate(
  db: ProjectDb,
  collection: AnyCollection,
  after: Date | null,
): Promise<Date | null> {
  const later = after === null ? {} : { live_at: { $gt: after } };
  const row = await rows<DatedRow, ProjectDb>(db, { ...collection, scope: 'project' }).findOne(
    { status: 'scheduled', ...later },
    { sort: { live_at: 1 }, hint: 'coming', projection: { _id: 0, live_at: 1 } },
  );
  return row?.live_at ?? null;
}
