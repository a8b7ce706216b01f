import { createProject } from '../../accounts/index.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import { findProject, findRestoreTests, writeProject, writerOf } from '../../projects/index.ts';
import { withLease } from '../lease.ts';
import { removeProject } from '../remove-project.ts';
import type { Progress } from '../schema.ts';
import type { BackupParts } from './backup-parts.ts';
import { findDifferences } from './compare.ts';
import { findBackupState, storeTest } from './repository.ts';
import {
  type BackupChoice,
  chooseBackup,
  type FetchedBackup,
  importBackup,
  isPrivate,
  withBackup,
} from './restore.ts';
import { BackupRunning, withBackupLease } from './run.ts';
import type { Backup } from './schema.ts';
import { putSummary, readSummaries } from './stored-backups.ts';

export interface BackupTest {
  backup: string;
  passed: boolean;
  differences: string[];
}

/**
 * Restores a backup into a hidden project, compares rows, hashes and file sizes, and deletes the project. One test runs at
 * a time, and each removes the hidden projects of killed tests.
 * @throws invalid_parameter if there is no such backup, BackupRunning, ArchiveError
 */
export function testBackup(
  choice: BackupChoice,
  parts: BackupParts,
  progress: Progress,
): Promise<BackupTest> {
  const busy = new BackupRunning('Another backup is being tested. Try again when the test ends.');
  return withLease(parts.system, { name: 'backup-test', busy }, async () => {
    for (const id of await findRestoreTests(parts.system))
      await removeProject({ ...parts, isHidden: true }, id);
    const { id } = await chooseBackup(choice, parts.archive);
    const differences = await findRestoreDifferences({ ...choice, backupId: id }, parts, progress);
    const result = { backup: id, passed: differences.length === 0, differences };
    await storeTestResult(choice.projectId, parts, result);
    return result;
  });
}

/** Restores a backup, and returns its differences. A missing or damaged object is a difference too. */
async function findRestoreDifferences(
  choice: BackupChoice,
  parts: BackupParts,
  progress: Progress,
): Promise<string[]> {
  try {
    return await withBackup(choice, parts, (backup) => restoreHidden(backup, parts, progress));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameter') return [error.message];
    throw error;
  }
}

async function restoreHidden(
  backup: FetchedBackup,
  parts: BackupParts,
  progress: Progress,
): Promise<string[]> {
  const { system, storage, source } = parts;
  const name = `Test of ${backup.id}`;
  const input = { name, privateMedia: isPrivate(backup), copyingSince: source.now, restoreTest: backup.id };
  const { project } = await createProject(system, input, source);
  try {
    const options = { name, newIds: true, progress, staysHidden: true };
    const { files } = await importBackup(backup, project, { parts, options });
    const { folder, manifest } = backup;
    const db = system.project(project._id);
    const missing = files?.missing ?? [];
    return await findDifferences({ db, parts: parts.parts, storage, folder, manifest, project, missing });
  } finally {
    await removeProject({ ...parts, isHidden: true }, project._id);
  }
}

/** Stores the result in the archive and, if the project still exists, in the database for screens and health. */
async function storeTestResult(
  projectId: string,
  parts: BackupParts,
  { backup: id, passed }: BackupTest,
): Promise<void> {
  const { archive, system, source } = parts;
  const test = passed ? ('passed' as const) : ('failed' as const);
  const withResult = (backup: Backup): Backup =>
    backup.id === id ? { ...backup, tested_at: source.now.toISOString(), test } : backup;
  await withBackupLease(parts, projectId, async () => {
    const [summary] = await readSummaries(archive, projectId, [id]);
    if (summary !== undefined) await putSummary(archive, withResult(summary));
    const db = system.project(projectId);
    if ((await findProject(db)) === null) return;
    await writeProject(writerOf(db, source), async (tx) => {
      const list = ((await findBackupState(tx.db))?.backups ?? []).map(withResult);
      await storeTest(tx.db, { list, test, now: source.now });
      return tx.stored({ action: 'backup.tested', subject: { kind: 'project', id: projectId } });
    });
  });
}
