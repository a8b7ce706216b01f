import type { Feature } from '../platform/feature.ts';
import { publishedKeys } from '../publishing/schema.ts';
import { entries } from './repository.ts';

export const entriesFeature: Feature = {
  name: 'entries',
  collections: [
    {
      collection: entries,
      exported: { needs: ['id', 'type', ...publishedKeys], orderBy: 'id' },
      mayBeSharded: true,
    },
  ],
};
