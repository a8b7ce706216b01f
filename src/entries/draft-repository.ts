import type { Document } from 'mongodb';
import { rows } from '../platform/mongo/scoped.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { entries, type PageQuery } from './repository.ts';
import type { EntryRecord } from './schema.ts';

/** An entry in a list of drafts. */
export type ListedDraft = EntryRecord & { is_changed: boolean };

/** Entries in any state by their drafts, without the fields that no list shows; `is_changed`: not as it is live. */
export function findDrafts(
  db: ReleaseDb,
  {
    filter,
    order,
    skip,
    limit,
    without,
  }: Pick<PageQuery, 'filter' | 'skip' | 'limit'> & {
    /** Stages that sort. */
    order: readonly Document[];
    without: readonly string[];
  },
): Promise<ListedDraft[]> {
  const hidden = [
    'facets',
    'sorts',
    'refs',
    'live_refs',
    'uniques',
    'live',
    'sort_key',
    ...without.map((key) => `draft.${key}`),
  ];
  return rows(db, entries).aggregate<ListedDraft>(filter, [
    ...order,
    { $skip: skip },
    { $limit: limit },
    { $set: { is_changed: { $ne: ['$draft', '$live'] } } },
    { $project: Object.fromEntries(hidden.map((path) => [path, 0])) },
  ]);
}
