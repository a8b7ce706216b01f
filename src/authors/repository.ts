import { projectCollection } from '../platform/mongo/collection.ts';
import { imageIndexes, termIndexes } from '../taxonomy/service.ts';
import type { AuthorRecord } from './schema.ts';

/** Where an author has a picture. */
export const authorImageFields = ['avatar_id'];

export const authors = projectCollection<AuthorRecord>('authors', [
  ...termIndexes,
  ...imageIndexes(authorImageFields),
]);
