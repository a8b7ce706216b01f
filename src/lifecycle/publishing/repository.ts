import { earliest } from '../../contract/time.ts';
import { type AnyCollection, comingIndexes, datePaths, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';

interface DatedRow {
  status: string;
  at: Date;
}

/**
 * Returns the first date after `after` (or the first of all) at which a row of the project appears or
 * changes, or null.
 */
export async function findComingDate(
  db: ProjectDb,
  collection: AnyCollection,
  after: Date | null,
): Promise<Date | null> {
  const datedRows = rows<DatedRow, ProjectDb>(db, { ...collection, scope: 'project' });
  const firstRows = await Promise.all(
    datePaths.map((path, i) =>
      datedRows.findOne(
        {
          ...(path === 'live_at' ? { status: 'scheduled' } : {}),
          [path]: after === null ? { $exists: true } : { $gt: after },
        },
        { sort: { [path]: 1 }, hint: comingIndexes[i] ?? 'coming', projection: { _id: 0, at: `$${path}` } },
      ),
    ),
  );
  return firstRows.reduce<Date | null>((first, row) => earliest(first, row?.at ?? null), null);
}
