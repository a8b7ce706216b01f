export { backupsFeature } from './feature.ts';
export { restoreBackup } from './restore.ts';
export { backUpProject, type BackupResult } from './run.ts';
export type { Backup, BackupParts } from './schema.ts';
export { readBackups } from './stored-backups.ts';
