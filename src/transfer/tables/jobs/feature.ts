import type { Feature } from '../../../core/context/index.ts';
import { tableRoutes } from './dashboard-routes.ts';
import { leasedImports, importRows, imports } from './repository.ts';
import { ImportRunner } from './runner.ts';

const stays = 'work under way in one installation';

export const tablesFeature: Feature = {
  name: 'tables',
  dashboardRoutes: tableRoutes,
  collections: [
    { collection: imports, stays, mayBeSharded: true },
    { collection: importRows, stays, mayBeSharded: true },
  ],
  jobs: (parts) => {
    const runner = new ImportRunner(parts);
    return [
      {
        name: 'imports.run',
        everySeconds: 60,
        inEachProcess: true,
        dueRows: leasedImports.due,
        run: () => runner.startDueImports(),
      },
    ];
  },
};
