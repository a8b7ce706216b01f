import { media, type MediaRecord } from '../../../content/index.ts';
import type { SearchSource } from './source.ts';

/** Uploaded files. Rows of deleted files stay stored and are not found. */
export const mediaSource: SearchSource<MediaRecord> = {
  collection: media,
  kinds: ['media'],
  idKey: '_id',
  listedFields: { status: 1, updated_at: 1 },
  searched({ _id: id, file_name: title, alt, alts = {}, tags = [], status }) {
    if (status !== 'ready') return null;
    return { kind: 'media', id, type: null, title, texts: [alt, ...Object.values(alts), ...tags] };
  },
  listed: ({ _id: id, status }) => (status === 'deleted' ? null : { id, slug: null, status: null }),
};
