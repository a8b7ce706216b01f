import { namedBy, projectCollection, ofModules } from '../platform/mongo/collection.ts';
import { imageIndexes, termIndexes } from '../taxonomy/service.ts';
import type { AuthorRecord } from './schema.ts';

/** Where an author has a picture. */
export const authorImageFields = ['avatar_id'];

export const authors = namedBy(
  ofModules(
    projectCollection<AuthorRecord>('authors', [...termIndexes, ...imageIndexes(authorImageFields)]),
    'authors',
  ),
  'aut_',
  'authors',
);
