import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createProject } from '../../accounts/index.ts';
import type { Archive } from '../../core/archive/index.ts';
import { findProject, type ProjectRecord } from '../../projects/index.ts';
import { originOf } from '../../core/util/index.ts';
import { readManifest } from '../folder.ts';
import { importProject } from '../import.ts';
import { removeProject } from '../remove-project.ts';
import type { Manifest, Progress, TransferReport } from '../schema.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { transferError } from '../transfer-error.ts';
import type { BackupParts } from './backup-parts.ts';
import { RestoreFiles } from './archived-files.ts';
import { Cipher } from './cipher.ts';
import {
  backupKey,
  completeBackups,
  encryptedSuffix,
  filesListName,
  isExported,
  isManifest,
  listBackupObjects,
} from './stored-backups.ts';

/** Which backup of a project to use: the one with the id, or the newest one if it is undefined. */
export interface BackupChoice {
  projectId: string;
  backupId: string | undefined;
}

/** A backup that was fetched into a folder, without its files. */
export interface FetchedBackup {
  projectId: string;
  id: string;
  folder: string;
  manifest: Manifest;
  cipher: Cipher;
}

/**
 * Restores a backup into a new project, which is not listed until it is complete. If that fails, no project is left.
 * @throws invalid_parameter for a missing, damaged or encrypted object, ArchiveError
 */
export async function restoreBackup(
  choice: BackupChoice,
  parts: BackupParts,
  { name, newIds, progress }: { name: string; newIds: boolean; progress: Progress },
): Promise<TransferReport & { project: string; backup: string }> {
  const original = await findProject(parts.system.project(choice.projectId));
  if (original !== null && !newIds) {
    throw transferError(
      `The project ${choice.projectId} still exists, and ids are unique. Add --new-ids to restore the backup beside it.`,
      '--new-ids',
    );
  }
  return withBackup(choice, parts, async (backup) => {
    const { now } = parts.source;
    const input = { name, privateMedia: isPrivate(backup), copyingSince: now };
    const { project } = await createProject(parts.system, input, parts.source);
    try {
      const options = { name, newIds, progress, staysHidden: false };
      const report = await importBackup(backup, project, { parts, options });
      return { project: project._id, backup: backup.id, ...report };
    } catch (error) {
      await removeProject(parts, project._id);
      throw error;
    }
  });
}

/** Fetches the objects of a backup into a temporary folder, which is removed after `work`. @throws invalid_parameter */
export function withBackup<T>(
  choice: BackupChoice,
  parts: BackupParts,
  work: (backup: FetchedBackup) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder('restore', async (folder) => work(await fetchBackup(choice, parts, folder)));
}

/** Finds a complete backup, with the names of its objects. @throws invalid_parameter if there is none */
export async function chooseBackup(
  { projectId, backupId }: BackupChoice,
  archive: Archive,
): Promise<{ id: string; names: string[] }> {
  const objects = await listBackupObjects(archive, projectId);
  const complete = completeBackups(objects);
  const id = complete.find((one) => backupId === undefined || one === backupId);
  if (id === undefined) {
    const which = backupId === undefined ? 'no backup' : `no backup ${backupId}`;
    throw transferError(
      `There is ${which} of ${projectId} in "${archive.bucket}". \`galley backup list --project ${projectId}\` lists them.`,
      backupId === undefined ? '--project' : '--backup',
    );
  }
  return { id, names: (objects.get(id) ?? []).map(({ name }) => name) };
}

async function fetchBackup(
  choice: BackupChoice,
  { archive, settings }: BackupParts,
  temporary: string,
): Promise<FetchedBackup> {
  const { projectId } = choice;
  const { id, names } = await chooseBackup(choice, archive);
  const isEncrypted = names.some((name) => isManifest(name) && name.endsWith(encryptedSuffix));
  const cipher = await Cipher.forBackup(id, isEncrypted, settings.identity);
  const folder = join(temporary, 'export');
  await mkdir(folder);
  for (const name of names.filter(isExported)) {
    const path = join(folder, name);
    await archive.fetchFile(backupKey(projectId, id, name), path);
    await cipher.open(path, `The object ${name}`);
  }
  if (!(await archive.fetchFile(backupKey(projectId, id, filesListName), join(temporary, filesListName))))
    throw transferError(`The object ${filesListName} of the backup ${id} is missing.`, '--backup');
  const manifest = await readManifest(folder);
  let fileCount = 0;
  for await (const _name of namesIn(temporary)) fileCount += 1;
  if (fileCount !== manifest.files)
    throw transferError(`The object ${filesListName} of the backup ${id} is damaged.`, '--backup');
  return { projectId, id, folder, manifest, cipher };
}

/** Yields the names of the files of a fetched backup, in order. Opens the list when the first name is read. */
async function* namesIn(temporary: string): AsyncIterable<string> {
  const input = createReadStream(join(temporary, filesListName), 'utf8');
  yield* createInterface({ input, crlfDelay: Infinity });
}

/** Stores a fetched backup in an empty project. @throws invalid_parameter */
export function importBackup(
  { projectId, folder, cipher }: FetchedBackup,
  project: ProjectRecord,
  {
    parts,
    options: { name, newIds, progress, staysHidden },
  }: {
    parts: BackupParts;
    options: { name: string; newIds: boolean; progress: Progress; staysHidden: boolean };
  },
): Promise<TransferReport> {
  const { archive, storage, source, system } = parts;
  const { now, actor } = source;
  const temporary = join(folder, '..');
  const files = { archive, storage, cipher, projectId, folder: temporary };
  return importProject(system.project(project._id), parts.parts, {
    ...{ folder, now, progress, storage, name, newIds },
    origin: originOf(actor, actor.id),
    sender: new RestoreFiles(files, namesIn(temporary)),
    action: 'backup.restored',
    ...(staysHidden ? { staysHidden: true } : {}),
  });
}

export function isPrivate({ manifest }: Pick<FetchedBackup, 'manifest'>): boolean {
  return manifest.project['private_media'] === true;
}
