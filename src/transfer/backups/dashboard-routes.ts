import { Type } from '@sinclair/typebox';
import { ListMeta } from '../../contract/listing.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { findBackupState } from './repository.ts';
import { Backup } from './schema.ts';

/** The largest BACKUP_KEEP. */
const backupsMax = 400;

/** Backups of a project, newest first, as of the last backup or test. */
const BackupList = Type.Object(
  { data: Type.Array(Backup), meta: ListMeta },
  { $id: 'BackupList', additionalProperties: false },
);

export const backupRoutes = [
  dashboardRoute({
    scope: 'project',
    needs: 'manage',
    area: 'project',
    method: 'GET',
    path: '/backups',
    summary: 'Lists the backups of the project, newest first.',
    input: {},
    output: BackupList,
    run: listBackups,
  }),
];

async function listBackups({ db }: ProjectContext) {
  const data = (await findBackupState(db))?.backups ?? [];
  return { data, meta: { limit: backupsMax, has_more: false, next_cursor: null, next_offset: null } };
}
