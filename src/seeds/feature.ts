import type { Feature } from '../core/context/index.ts';
import { demoRoutes } from './demo/dashboard-routes.ts';
import { demos, leasedDemos } from './demo/repository.ts';
import { DemoRunner } from './demo/runner.ts';
import { storedSeeds } from './repository.ts';

export const seedsFeature: Feature = {
  name: 'seeds',
  dashboardRoutes: demoRoutes,
  collections: [
    { collection: demos, stays: 'work under way in one installation', mayBeSharded: true },
    {
      collection: storedSeeds,
      exported: {
        requiredKeys: ['name', 'id'],
        idIn: (projectId, { name }) => `${projectId}/${String(name)}`,
      },
      mayBeSharded: true,
    },
  ],
  jobs: (parts) => {
    const runner = new DemoRunner(parts);
    return [
      {
        name: 'demos.run',
        everySeconds: 60,
        inEachProcess: true,
        dueRows: leasedDemos.due,
        run: () => runner.startDueDemos(),
      },
    ];
  },
};
