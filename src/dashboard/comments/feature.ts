import type { Feature } from '../../core/context/index.ts';
import { threads } from '../../lifecycle/index.ts';
import { commentRoutes } from './dashboard-routes.ts';
import { sweepThreads } from './orphans.ts';
import { renameInThreads } from './repository.ts';

export const commentsFeature: Feature = {
  name: 'comments',
  dashboardRoutes: commentRoutes,
  collections: [
    { collection: threads, stays: 'conversations of members of one installation', mayBeSharded: true },
  ],
  erasePerson: (system, { id, newName }) => renameInThreads(system, id, newName),
  jobs: ({ system, stopping }) => [
    { name: 'comments.sweep', everySeconds: 3_600, run: () => sweepThreads(system, stopping) },
  ],
};
