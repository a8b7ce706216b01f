import type { Document } from 'mongodb';
import { grantedBy, releaseCollection, systemCollection } from '../../../core/mongo/index.ts';

/** A row of whatever a release consists of, as far as releases look at it. */
export type PartRow = Document;

/**
 * What a release consists of, in the order in which it is copied: the collections by name, since their features bring
 * their indexes; the key that pages them, and what their rows are called by.
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
} as const;
export type Part = (typeof parts)[keyof typeof parts];

/** The project's own row, as far as copies look at it; the projects themselves need the releases. */
export interface OwnerRow {
  _id: string;
  write_seq: number;
  default_release_id: string;
}
export const projectRows = systemCollection<OwnerRow>('projects', []);

/** Of reads that are as long as a release is large; their caller has a bound of its own, or waits as long as it takes. */
export const unbounded = { maxTimeMS: 0 } as const;
