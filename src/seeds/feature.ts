import type { Feature } from '../core/context/index.ts';
import { seeded } from './repository.ts';

export const seedsFeature: Feature = {
  name: 'seeds',
  collections: [
    {
      collection: seeded,
      exported: {
        requiredKeys: ['name', 'id'],
        idIn: (projectId, { name }) => `${projectId}/${String(name)}`,
      },
      mayBeSharded: true,
    },
  ],
};
