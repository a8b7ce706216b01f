import type { Feature } from '../../core/context/index.ts';
import { sourceMap, sourceRowId } from './repository.ts';
import type { SourceRow } from './schema.ts';

export const loadFeature: Feature = {
  name: 'load',
  collections: [
    {
      collection: sourceMap,
      exported: {
        requiredKeys: ['source', 'file', 'source_id', 'galley_id', 'hash', 'revision'],
        idIn: (projectId, row) => sourceRowId(projectId, row as unknown as SourceRow),
        isOptional: true,
      },
      mayBeSharded: true,
    },
  ],
};
