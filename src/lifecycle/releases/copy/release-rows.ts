import type { Document } from 'mongodb';
import { grantedBy, releaseCollection, systemCollection } from '../../../core/mongo/index.ts';

/** A row of a release; only some of its keys are read here. */
export type PartRow = Document;

/**
 * The contents of a release in the order of copying: collections by name, because their features define the
 * indexes; the key by which they are paged; and the key of their names in lists.
 */
export const parts = {
  types: {
    collection: grantedBy(releaseCollection<PartRow>('content_types', []), {
      areas: ['content'],
      typeKey: 'slug',
    }),
    key: 'slug',
    label: 'name',
  },
  blocks: {
    collection: grantedBy(releaseCollection<PartRow>('blocks', []), { areas: ['content'] }),
    key: 'slug',
    label: 'name',
  },
  entries: {
    collection: grantedBy(releaseCollection<PartRow>('entries', []), { areas: ['content'], typeKey: 'type' }),
    key: 'id',
    label: 'type',
  },
  /** Rows of entries in further locales; a comparison of releases compares the entries. */
  entryLocales: {
    collection: grantedBy(releaseCollection<PartRow>('entry_locales', []), {
      areas: ['content'],
      typeKey: 'type',
    }),
    key: 'key',
    label: 'type',
  },
} as const;
export type Part = (typeof parts)[keyof typeof parts];

/**
 * The keys of a project's row that copies read; the projects module can't be imported for them, because it
 * depends on releases.
 */
export interface OwnerRow {
  _id: string;
  write_seq: number;
  default_release_id: string;
}
export const projectRows = systemCollection<OwnerRow>('projects', []);

/** For reads that are as long as a release is large; their caller has its own time limit, or none. */
export const noTimeLimit = { maxTimeMS: 0 } as const;
