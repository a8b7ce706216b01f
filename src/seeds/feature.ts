import type { Feature } from '../core/context/index.ts';
import { storedSeeds } from './repository.ts';

export const seedsFeature: Feature = {
  name: 'seeds',
  collections: [
    {
      collection: storedSeeds,
      exported: {
        requiredKeys: ['name', 'id'],
        idIn: (projectId, { name }) => `${projectId}/${String(name)}`,
      },
      mayBeSharded: true,
    },
  ],
};
