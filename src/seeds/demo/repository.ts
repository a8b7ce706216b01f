import { LeasedRows } from '../../core/jobs/index.ts';
import { isDuplicateKey, projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { DemoRecord } from './schema.ts';

export const demos = projectCollection<DemoRecord>('demos', [
  { key: { project_id: 1 }, unique: true },
  { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export const leasedDemos = new LeasedRows(demos);

export function findDemo(db: ProjectDb): Promise<DemoRecord | null> {
  return rows(db, demos).findOne({ _id: db.projectId });
}

/** Stores a new load of demo content in place of one that has ended. @returns false if one is running */
export async function beginDemo(db: ProjectDb, { _id, ...record }: DemoRecord): Promise<boolean> {
  const ended = { _id, status: { $in: ['done', 'failed'] } } as const;
  try {
    await rows(db, demos).findOneAndUpdate(ended, { $set: record }, { upsert: true });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Changes a row that the runner holds. */
export async function changeHeldDemo(
  db: ProjectDb,
  holder: string,
  change: Partial<DemoRecord>,
): Promise<void> {
  await rows(db, demos).updateOne({ _id: db.projectId, holder }, { $set: change });
}
