import type { Archive, BackupSettings } from '../../core/archive/index.ts';
import type { CopyParts } from '../copies/copy.ts';

/** What backups need in addition to a project. */
export interface BackupParts extends CopyParts {
  settings: BackupSettings;
  archive: Archive;
}
