import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../contract/ids.ts';
import type { HeldLease } from '../../core/mongo/index.ts';
import { type ProjectRecord, writeProject, writerOf } from '../../projects/index.ts';
import { exportProject } from '../export.ts';
import { withLease } from '../lease.ts';
import type { Progress } from '../schema.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { transferError } from '../transfer-error.ts';
import type { BackupParts } from './backup-parts.ts';
import { ArchiveFiles } from './archived-files.ts';
import { Cipher } from './cipher.ts';
import { findBackupState, storeBackups } from './repository.ts';
import type { Backup } from './schema.ts';
import {
  backupKey,
  type BackupObjects,
  completeBackups,
  filesListName,
  isExported,
  isManifest,
  listBackupObjects,
  putSummary,
  readSummaries,
  removeBackup,
  sweepFiles,
} from './stored-backups.ts';

export interface BackupOptions {
  progress: Progress;
  /** Creates no backup if there is one since this time. */
  unlessBackedUpSince?: Date;
}

/** The result of a backup; null if there was one already. `missing` lists the ids of assets whose file the storage lacks. */
export type BackupResult = { backup: Backup; missing: string[] } | null;

/** Another process is creating, testing or removing backups of the project. */
export class BackupRunning extends Error {}

/**
 * Backs up a project with its files, as it is at one moment, and removes old backups. A backup is complete
 * once its last object is stored. The next run removes incomplete ones.
 * @throws BackupRunning, ArchiveError, invalid_parameter if everyone can read the bucket
 */
export function backUpProject(
  project: ProjectRecord,
  parts: BackupParts,
  options: BackupOptions,
): Promise<BackupResult> {
  return withBackupLease(parts, project._id, async (lease) => {
    const run = { projectId: project._id, parts, lease };
    const objects = await listBackupObjects(parts.archive, project._id);
    const [newest] = await readSummaries(parts.archive, project._id, completeBackups(objects).slice(0, 1));
    const { unlessBackedUpSince } = options;
    const isDone =
      unlessBackedUpSince !== undefined && newest !== undefined && new Date(newest.at) >= unlessBackedUpSince;
    if (!isDone) await rejectPublicBucket(parts);
    const result = isDone ? null : await createBackup(run, options);
    await tidy(run, objects, result?.backup ?? newest ?? null);
    return result;
  });
}

/** Runs work on the backups of a project, which only one process does at a time. @throws BackupRunning */
export function withBackupLease<T>(
  { system }: Pick<BackupParts, 'system'>,
  projectId: string,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const busy = new BackupRunning(
    `Backups of ${projectId} are being written or read by another process. Try again when it ends.`,
  );
  return withLease(system, { name: `backup/${projectId}`, busy }, work);
}

async function rejectPublicBucket({ archive }: BackupParts): Promise<void> {
  if (!(await archive.isPublic())) return;
  throw transferError(
    `Everyone can read the backup bucket "${archive.bucket}". Remove its public policy, then run the backup again.`,
    'BACKUP_S3_BUCKET',
  );
}

interface Run {
  projectId: string;
  parts: BackupParts;
  lease: HeldLease;
}

function createBackup(run: Run, { progress }: BackupOptions): Promise<NonNullable<BackupResult>> {
  const { projectId, parts } = run;
  const { archive, storage, system, settings, source } = parts;
  const { now } = source;
  return withTemporaryFolder('backup', async (temporary) => {
    const cipher = await Cipher.create(settings.identity);
    const folder = join(temporary, 'export');
    const list = join(temporary, filesListName);
    const files = new ArchiveFiles({ archive, storage, cipher, projectId, folder: temporary }, list);
    const exportOptions = { folder, now, progress, storage: null, filesTo: files, history: true };
    const report = await exportProject(system.project(projectId), parts.parts, exportOptions);
    await files.end();
    const id = newId('backup', now);
    const partBytes = await upload(run, { id, folder, list, cipher });
    const backup: Backup = {
      ...{ id, project: projectId, at: now.toISOString() },
      rows: Object.values(report.rows).reduce((sum, count) => sum + count, 0),
      files: files.counts.copied + files.counts.kept,
      bytes: partBytes + files.bytes,
      ...{ encrypted: cipher.isEncrypting, tested_at: null, test: null },
    };
    await putSummary(archive, backup);
    await putManifest(run, { id, folder, cipher });
    return { backup, missing: files.counts.missing };
  });
}

interface UploadedFolder {
  id: string;
  folder: string;
  cipher: Cipher;
}

/** Stores all objects of a backup but its manifest. @returns their bytes */
async function upload(
  { projectId, parts: { archive } }: Run,
  { id, folder, list, cipher }: UploadedFolder & { list: string },
): Promise<number> {
  let bytes = 0;
  await archive.putFile(backupKey(projectId, id, filesListName), list);
  for (const name of await readdir(folder)) {
    if (isManifest(name) || !isExported(name)) continue;
    const sealed = await cipher.seal(join(folder, name));
    bytes += await archive.putFile(backupKey(projectId, id, `${name}${cipher.nameSuffix}`), sealed);
  }
  return bytes;
}

/**
 * Stores the manifest, which completes the backup. A process that lost its lease must not: another one may have removed
 * files of the backup.
 */
async function putManifest(
  { projectId, parts: { archive }, lease }: Run,
  { id, folder, cipher }: UploadedFolder,
): Promise<void> {
  const name = (await readdir(folder)).find(isManifest) ?? '';
  const sealed = await cipher.seal(join(folder, name));
  if (!(await lease.keep())) throw new BackupRunning('Another process is backing up the project.');
  await archive.putFile(backupKey(projectId, id, `${name}${cipher.nameSuffix}`), sealed);
}

/** Updates the list of backups in the database, and removes incomplete and old ones from the archive. */
async function tidy(run: Run, objectsBefore: BackupObjects, newest: Backup | null): Promise<void> {
  const { projectId, parts } = run;
  const { archive, settings } = parts;
  const objects = await listBackupObjects(archive, projectId);
  const keptIds = completeBackups(objects).slice(0, settings.keep);
  await storeBackupList(parts, projectId, { list: await readSummaries(archive, projectId, keptIds), newest });
  let hasRemoved = false;
  for (const [id, names] of objects) {
    if (keptIds.includes(id)) continue;
    await removeBackup(archive, { projectId, id, names });
    hasRemoved = true;
  }
  // A killed run can leave files but no other object, so a run that created a backup looks for such files too.
  if (hasRemoved || newest === null || !objectsBefore.has(newest.id))
    await sweepFiles(archive, projectId, keptIds);
}

/** Stores the list. A backup whose process was killed before this step gets its audit row now. */
async function storeBackupList(
  { system, source }: BackupParts,
  projectId: string,
  { list, newest }: { list: readonly Backup[]; newest: Backup | null },
): Promise<void> {
  const db = system.project(projectId);
  await writeProject(writerOf(db, source), async (tx) => {
    const state = await findBackupState(tx.db);
    await storeBackups(tx.db, list);
    const isKnown = newest === null || state?.backups.some(({ id }) => id === newest.id) === true;
    const subject = { kind: 'project', id: projectId } as const;
    return isKnown ? tx.continued() : tx.stored({ action: 'backup.created', subject });
  });
}
