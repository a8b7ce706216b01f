import type { Feature } from '../../core/context/index.ts';
import { bulkRoutes } from './dashboard-routes.ts';
import { bulkJobs, bulkParts, leasedJobs } from './repository.ts';
import { BulkRunner } from './runner.ts';
import { startRestoreJob } from './service.ts';

const stays = 'work under way in one installation';

export const bulkFeature: Feature = {
  name: 'bulk',
  dashboardRoutes: bulkRoutes,
  startRestoreJob,
  collections: [
    { collection: bulkJobs, stays, mayBeSharded: true },
    { collection: bulkParts, stays, mayBeSharded: true },
  ],
  jobs: (parts) => {
    const runner = new BulkRunner(parts);
    return [
      {
        name: 'bulk.run',
        everySeconds: 60,
        inEachProcess: true,
        dueRows: leasedJobs.due,
        run: () => runner.startDueJobs(),
      },
    ];
  },
};
