export { backupsFeature } from './feature.ts';
export { restoreBackup } from './restore.ts';
export { type BackupTest, testBackup } from './restore-test.ts';
export { backUpProject, type BackupResult } from './run.ts';
export type { BackupParts } from './backup-parts.ts';
export type { Backup } from './schema.ts';
export { backupProblem, type BackupStatus, readBackupStatus } from './status.ts';
export { readBackups } from './stored-backups.ts';
