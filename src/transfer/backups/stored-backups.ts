import { isId } from '../../contract/ids.ts';
import { compile } from '../../core/http/index.ts';
import type { Archive } from '../../core/archive/index.ts';
import { Backup } from './schema.ts';

/** The suffix of the names of encrypted objects. */
export const encryptedSuffix = '.age';
const manifestName = 'galley.json';
const summaryName = 'backup.json';
/** Lists the names of the files of a backup, sorted, one per line. */
export const filesListName = 'files.txt';

const isBackup = compile(Backup, 'json');

export const backupKey = (projectId: string, backupId: string, name: string) =>
  `${projectId}/${backupId}/${name}`;
export const fileKey = (projectId: string, name: string) => `${projectId}/files/${name}`;
export const summaryKey = (projectId: string, backupId: string) =>
  backupKey(projectId, backupId, summaryName);

/** Whether an object of a backup is the last one, which completes it. */
export function isManifest(name: string): boolean {
  return name === manifestName || name === `${manifestName}${encryptedSuffix}`;
}

/** Whether an object of a backup is a file of the export. */
export function isExported(name: string): boolean {
  return name !== summaryName && name !== filesListName;
}

/** The objects of a project's backups, by backup, oldest first. */
export type BackupObjects = Map<string, { name: string; sizeBytes: number }[]>;

/** Lists the objects of a project's backups, complete or not. */
export async function listBackupObjects(archive: Archive, projectId: string): Promise<BackupObjects> {
  const objects: BackupObjects = new Map();
  for await (const { key, sizeBytes } of archive.list(`${projectId}/bkp_`)) {
    const [, id = '', name = ''] = key.split('/');
    if (!isId('backup', id)) continue;
    const earlierObjects = objects.get(id) ?? [];
    objects.set(id, [...earlierObjects, { name, sizeBytes }]);
  }
  return objects;
}

/** The ids of complete backups, newest first. */
export function completeBackups(objects: BackupObjects): string[] {
  const complete = [...objects].filter(([, names]) => names.some(({ name }) => isManifest(name)));
  return complete.map(([id]) => id).reverse();
}

/** The complete backups of a project, newest first. */
export async function readBackups(archive: Archive, projectId: string): Promise<Backup[]> {
  const ids = completeBackups(await listBackupObjects(archive, projectId));
  return readSummaries(archive, projectId, ids);
}

export async function readSummaries(
  archive: Archive,
  projectId: string,
  ids: readonly string[],
): Promise<Backup[]> {
  const list: Backup[] = [];
  for (const id of ids) {
    const text = await archive.readText(summaryKey(projectId, id));
    const value = text === null ? null : parseJson(text);
    if (isBackup(value)) list.push(value); // otherwise it is damaged, and can be restored only by its id
  }
  return list;
}

export async function putSummary(archive: Archive, backup: Backup): Promise<void> {
  await archive.putText(summaryKey(backup.project, backup.id), `${JSON.stringify(backup, null, 2)}\n`);
}

/** Removes a backup. It is incomplete, and so invisible, from the first step on. */
export async function removeBackup(
  archive: Archive,
  { projectId, id, names }: { projectId: string; id: string; names: readonly { name: string }[] },
): Promise<void> {
  const inOrder = names.toSorted((a, b) => Number(isManifest(b.name)) - Number(isManifest(a.name)));
  for (const { name } of inOrder) await archive.remove(backupKey(projectId, id, name));
}

/** Removes files that none of the backups lists. */
export async function sweepFiles(archive: Archive, projectId: string, ids: readonly string[]): Promise<void> {
  const unlistedNames = new Set<string>();
  const prefix = fileKey(projectId, '');
  for await (const { key } of archive.list(prefix)) unlistedNames.add(key.slice(prefix.length));
  for (const id of ids) {
    if (unlistedNames.size === 0) return;
    const text = await archive.readText(backupKey(projectId, id, filesListName));
    if (text === null) return; // the backup is damaged, so the files that it needs are unknown
    for (const name of text.split('\n')) unlistedNames.delete(name);
  }
  for (const name of unlistedNames) await archive.remove(fileKey(projectId, name));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
