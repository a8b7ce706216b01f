import type { Feature } from '../../core/context/index.ts';
import { copyRoutes } from './dashboard-routes.ts';
import { copies, leasedCopies } from './repository.ts';
import { CopyRunner } from './runner.ts';
import { removeOldFolders, removeUnfinishedCopies } from './sweep.ts';

export const transferFeature: Feature = {
  name: 'transfer',
  dashboardRoutes: copyRoutes,
  collections: [{ collection: copies, stays: 'work under way in one installation', mayBeSharded: true }],
  jobs: (parts) => {
    const runner = new CopyRunner(parts);
    return [
      {
        name: 'project-copies.run',
        everySeconds: 60,
        inEachProcess: true,
        dueRows: leasedCopies.due,
        run: () => runner.startDueCopies(),
      },
      { name: 'project-copies.sweep', everySeconds: 3_600, run: () => removeUnfinishedCopies(parts) },
      {
        name: 'project-copies.folders',
        everySeconds: 3_600,
        inEachProcess: true,
        run: () => removeOldFolders(parts.clock.now()),
      },
    ];
  },
};
