import type { Feature } from '../../core/context/index.ts';
import { recoverReleases } from './copy/clone.ts';
import { removeOrphans } from './copy/orphans.ts';
import { releases, removals } from './repository.ts';
import { releaseRoutes } from './routes.ts';
import { trimRemovals } from './copy/trim-removals.ts';

export const releasesFeature: Feature = {
  name: 'releases',
  routes: releaseRoutes,
  collections: [
    {
      collection: releases,
      // Exports omit releases that are still being cloned or deleted.
      exported: { requiredKeys: ['name', 'status', 'base_at'], only: { status: 'ready' }, isFirst: true },
      mayBeSharded: false,
    },
    { collection: removals, exported: { requiredKeys: ['id', 'at'] }, mayBeSharded: true },
  ],
  jobs: ({ system, clock }) => [
    { name: 'releases.recover', everySeconds: 60, run: () => recoverReleases(system, clock) },
    {
      name: 'releases.orphans',
      everySeconds: 3_600,
      run: async () => {
        await removeOrphans(system);
        await trimRemovals(system, clock.now());
      },
    },
  ],
};
