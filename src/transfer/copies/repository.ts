import { LeasedRows } from '../../core/jobs/index.ts';
import { projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { CopyRecord } from './schema.ts';

export const copies = projectCollection<CopyRecord>('project_copies', [
  { key: { project_id: 1 } },
  // One running copy of a project for each person.
  {
    key: { project_id: 1, 'created_by.id': 1 },
    unique: true,
    partialFilterExpression: { status: 'running' },
  },
  { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export const leasedCopies = new LeasedRows(copies);

export function insertCopy(db: ProjectDb, record: CopyRecord): Promise<void> {
  return rows(db, copies).insertOne(record);
}

export function findCopy(db: ProjectDb, id: string): Promise<CopyRecord | null> {
  return rows(db, copies).findOne({ _id: id });
}

/** Changes a copy that the runner holds. @returns whether it still holds it */
export function changeHeldCopy(
  db: ProjectDb,
  id: string,
  holder: string,
  change: Partial<CopyRecord>,
): Promise<boolean> {
  return rows(db, copies).updateOne({ _id: id, holder, status: 'running' }, { $set: change });
}
