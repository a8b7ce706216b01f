import type { IndexDescription } from 'mongodb';
import { dueIndexes } from '../../../../core/mongo/index.ts';
import { facetIndex, orderIndexes } from '../order-indexes.ts';

/** The collection with a row for each entry and further locale. */
export const localeRowsName = 'entry_locales';

const scope = { project_id: 1, release_id: 1, locale: 1 } as const;

/** The indexes of entries that reads in a locale use, for each locale. */
export const localeRowIndexes: readonly IndexDescription[] = [
  { key: { project_id: 1, release_id: 1, key: 1 }, unique: true },
  { key: { project_id: 1, release_id: 1, id: 1, locale: 1 }, name: 'by_id' },
  { key: { ...scope, type: 1, created_at: -1, id: -1 }, name: 'by_type' },
  { key: { ...scope, type: 1, 'facets.k': 1, 'facets.v': 1, created_at: -1, id: -1 }, name: facetIndex },
  {
    key: { ...scope, type: 1, uniques: 1 },
    name: 'uniques',
    unique: true,
    partialFilterExpression: { uniques: { $exists: true } },
  },
  {
    key: { project_id: 1, release_id: 1, key: 1, clashes: 1 },
    name: 'clashes',
    partialFilterExpression: { clashes: { $exists: true } },
  },
  ...orderIndexes.map(({ key, ...index }) => {
    const { project_id: _project, release_id: _release, ...rest } = key as Record<string, 1 | -1>;
    return { ...index, key: { ...scope, ...rest } };
  }),
  ...dueIndexes,
];
