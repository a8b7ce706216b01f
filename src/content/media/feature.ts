import type { Feature } from '../../core/context/index.ts';
import { mediaScreenRoutes } from './dashboard-routes.ts';
import { assetTags, tagId } from './editor/tag-repository.ts';
import { mediaSweep } from './locale-sweep.ts';
import { sweepMedia } from './upload/expiry.ts';
import { imageSource } from './images/images.ts';
import { orphanedObjects } from './orphaned-objects/repository.ts';
import { media } from './repository.ts';
import { moveTrashedFiles } from './trash/move.ts';
import { mediaMoves } from './trash/repository.ts';
import { trashedMedia } from './trash/restore.ts';
import { mediaRoutes } from './routes.ts';
import { AskUpload, Asset } from './schema.ts';

/** Omits `in_trash`, because exports contain no files of deleted assets. */
function withoutTrash(row: Record<string, unknown>): object {
  const { in_trash: _inTrash, ...exported } = row;
  return exported;
}

export const mediaFeature: Feature = {
  name: 'media',
  routes: mediaRoutes,
  dashboardRoutes: mediaScreenRoutes,
  collections: [
    {
      collection: media,
      exported: { requiredKeys: ['file_name', 'status', 'object'], rowForm: withoutTrash },
      mayBeSharded: true,
    },
    {
      collection: assetTags,
      exported: {
        requiredKeys: ['key', 'name', 'assets'],
        idIn: (projectId, { key }) => tagId(projectId, String(key)),
        isOptional: true,
      },
      mayBeSharded: true,
    },
    {
      collection: orphanedObjects,
      stays: 'objects of one storage that are about to go',
      mayBeSharded: true,
    },
    {
      collection: mediaMoves,
      stays: 'moves of files to the trash of one storage',
      mayBeSharded: true,
    },
  ],
  trash: [trashedMedia],
  localeSweeps: [mediaSweep],
  images: imageSource,
  jobs: ({ system, storage, clock }) => [
    { name: 'media.sweep', everySeconds: 600, run: () => sweepMedia({ system, storage, now: clock.now() }) },
    {
      name: 'media.trash',
      everySeconds: 30,
      run: () => moveTrashedFiles(system, storage, clock),
    },
  ],
  modules: { media: { asset: { kind: 'media', served: Asset, written: AskUpload, links: {} } } },
};
