import { entries, type EntryRecord, searchedTexts } from '../../../content/index.ts';
import { statusAt, visiblePeriodProjection } from '../../../lifecycle/index.ts';
import type { SearchSource } from './source.ts';

export const entrySource: SearchSource<EntryRecord> = {
  collection: entries,
  kinds: ['entry'],
  idKey: 'id',
  listedFields: { id: 1, type: 1, status: 1, ...visiblePeriodProjection, updated_at: 1 },
  searched(entry, types) {
    const texts = searchedTexts(entry, types);
    return texts === null ? null : { kind: 'entry', id: entry.id, type: entry.type, ...texts };
  },
  listed: (entry, now) => ({ id: entry.id, slug: null, status: statusAt(entry, now) }),
};
