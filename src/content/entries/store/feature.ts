import type { Feature } from '../../../core/context/index.ts';
import { publishedKeys } from '../../../lifecycle/index.ts';
import { entries } from './repository.ts';

export const entriesFeature: Feature = {
  name: 'entries',
  collections: [
    {
      collection: entries,
      exported: { requiredKeys: ['id', 'type', ...publishedKeys], orderBy: 'id' },
      mayBeSharded: true,
    },
  ],
};
