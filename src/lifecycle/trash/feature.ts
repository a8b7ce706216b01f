import { linkTargetKinds } from '../../contract/fields/links.ts';
import type { Feature } from '../../core/context/index.ts';
import { renameDeleter, trash, trashRowId } from './repository.ts';
import { trashRoutes } from './dashboard-routes.ts';
import { sweepTrash, trimTrash, trimTrashFiles } from './expiry.ts';

/** The kinds that exports contain: no types, releases and files. */
const exportedKinds = ['entry', ...linkTargetKinds];

export const trashFeature: Feature = {
  name: 'trash',
  dashboardRoutes: trashRoutes,
  erasePerson: (system, { id, newName }) => renameDeleter(system, id, newName),
  collections: [
    {
      collection: trash,
      exported: {
        requiredKeys: ['kind', 'item_id', 'record', 'deleted_at', 'expires_at'],
        only: { kind: { $in: exportedKinds }, deleted_with: { $exists: false } },
        idIn: (projectId, { release, item_id: itemId, locale, trash_id: trashId }) =>
          trashRowId(
            { projectId },
            {
              ...{ releaseId: release as string | null, itemId: String(itemId) },
              ...(locale === undefined ? {} : { trashId: String(trashId) }),
            },
          ),
        isHistory: true,
      },
      mayBeSharded: true,
    },
  ],
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
