import type { Feature } from '../../core/context/index.ts';
import { backupRoutes } from './dashboard-routes.ts';
import { backups } from './repository.ts';
import { backupJobs } from './schedule.ts';

export const backupsFeature: Feature = {
  name: 'backups',
  dashboardRoutes: backupRoutes,
  collections: [
    { collection: backups, stays: 'describes objects of the backup storage', mayBeSharded: true },
  ],
  jobs: backupJobs,
};
