import { grantedBy, namedBy, projectCollection, ofModules } from '../../core/mongo/index.ts';
import { imageIndexes, termIndexes } from '../taxonomy/repository.ts';
import type { AuthorRecord } from './schema.ts';

/** Where an author has a picture. */
export const authorImageFields = ['avatar_id'];

export const authors = namedBy(
  grantedBy(
    ofModules(
      projectCollection<AuthorRecord>('authors', [...termIndexes, ...imageIndexes(authorImageFields)]),
      'authors',
    ),
    { areas: ['authors', 'blog', 'kb'] },
  ),
  'aut_',
  'authors',
);
