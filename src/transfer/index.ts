export { exportProject } from './export.ts';
export { copyProject, votesParts } from './copies/copy.ts';
export { transferFeature } from './copies/feature.ts';
export {
  backupProblem,
  type BackupStatus,
  type Backup,
  type BackupParts,
  type BackupResult,
  backupsFeature,
  backUpProject,
  type BackupTest,
  readBackups,
  readBackupStatus,
  testBackup,
  restoreBackup,
} from './backups/index.ts';
export { importProject } from './import.ts';
export { isAnythingLeft, removeProject } from './remove-project.ts';
export {
  type ConvertReport,
  convertContentful,
  convertGhost,
  convertMarkdown,
  convertWordPress,
  type MappedTarget,
  mappedTargets,
} from './convert/index.ts';
export { loadBundle } from './load/load.ts';
export type { ItemCounts, LoadReport } from './load/schema.ts';
export { loadFeature } from './load/feature.ts';
export { exportTable, type TableFormat } from './tables/export-table.ts';
export {
  exportTexts,
  importTexts,
  type TextsReport,
  translationFilesFeature,
} from './translation-files/index.ts';
export { tablesFeature } from './tables/jobs/feature.ts';
export { importTable, type TableReport } from './tables/import-table.ts';
export type { TransferReport } from './schema.ts';
