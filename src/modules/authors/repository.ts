import { grantedBy, namedBy, projectCollection, ofModules } from '../../core/mongo/index.ts';
import { imageIndexes, termIndexes } from '../taxonomy/repository.ts';
import type { AuthorRecord } from './schema.ts';

/** Fields of an author that contain images. */
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
