import type { Feature } from '../../../core/context/index.ts';
import { publishableItemKeys } from '../../../lifecycle/index.ts';
import { exportedEntries } from './exported-entries.ts';
import { entryLocales } from './locales/repository.ts';
import { entries } from './repository.ts';
import type { EntryRecord } from './schema.ts';

export const entriesFeature: Feature = {
  name: 'entries',
  collections: [
    {
      collection: entries,
      exported: {
        requiredKeys: ['id', 'type', ...publishableItemKeys],
        orderBy: 'id',
        async rowFormIn(db) {
          const formOf = await exportedEntries(db);
          return (row) => formOf(row as unknown as EntryRecord);
        },
      },
      mayBeSharded: true,
    },
    { collection: entryLocales, stays: 'derived from entries', mayBeSharded: true },
  ],
};
