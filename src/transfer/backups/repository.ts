import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { Backup, BackupState, TestResult } from './schema.ts';

/** One row for each project that has backups. */
export const backups = projectCollection<BackupState>('backups', [{ key: { project_id: 1 } }]);

export function findBackupState(db: ProjectDb): Promise<BackupState | null> {
  return rows(db, backups).findOne({ _id: db.projectId });
}

/** Stores the backups of a project, newest first. */
export async function storeBackups(db: ProjectDb, list: readonly Backup[]): Promise<void> {
  const [newest] = list;
  const lastAt = newest === undefined ? null : new Date(newest.at);
  await rows(db, backups).updateOne(
    { _id: db.projectId },
    { $set: { last_at: lastAt, backups: [...list] }, $setOnInsert: { tested_at: null, test: null } },
    true,
  );
}

/** Stores the result of a test, of a backup in the list or of another one. */
export async function storeTest(
  db: ProjectDb,
  { list, test, now }: { list: readonly Backup[]; test: TestResult; now: Date },
): Promise<void> {
  const change = { $set: { tested_at: now, test, backups: [...list] } };
  await rows(db, backups).updateOne({ _id: db.projectId }, change);
}

/** The states of all projects, without their lists. */
export function findBackupStates(system: SystemDb): Promise<Omit<BackupState, 'backups'>[]> {
  const projection = { last_at: 1, tested_at: 1, test: 1 } as const;
  return unscopedRows(system, backups).find({}, { projection, maxTimeMS: 2_000 }).toArray();
}
