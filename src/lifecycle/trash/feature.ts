import type { Feature } from '../../core/context/index.ts';
import { renameDeleter, trash } from './repository.ts';
import { trashRoutes } from './dashboard-routes.ts';
import { sweepTrash, trimTrash, trimTrashFiles } from './expiry.ts';

export const trashFeature: Feature = {
  name: 'trash',
  dashboardRoutes: trashRoutes,
  erasePerson: (system, { id, newName }) => renameDeleter(system, id, newName),
  collections: [{ collection: trash, stays: 'deleted items of one installation', mayBeSharded: true }],
  jobs: ({ system, clock, trashKinds, trashItemsMax, trashFileBytesMax, stopping }) => [
    {
      name: 'trash.sweep',
      everySeconds: 600,
      run: () => sweepTrash(system, trashKinds, clock.now(), stopping),
    },
    {
      name: 'trash.trim',
      everySeconds: 3_600,
      run: async () => {
        await trimTrash(system, trashItemsMax, clock.now());
        await trimTrashFiles(system, trashFileBytesMax, clock.now());
      },
    },
  ],
};
