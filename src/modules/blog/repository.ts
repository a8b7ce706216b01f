import { grantedBy, namedBy, projectCollection, ofModules } from '../../core/mongo/index.ts';
import { imageIndexes, termIndexes } from '../taxonomy/repository.ts';
import type { CategoryRecord } from './schema.ts';

/** Fields of a category that contain images. */
export const categoryImageFields = ['image_id', 'seo.og_image_id'];

export const categories = namedBy(
  grantedBy(
    ofModules(
      projectCollection<CategoryRecord>('categories', [...termIndexes, ...imageIndexes(categoryImageFields)]),
      'blog',
    ),
    { areas: ['blog'] },
  ),
  'cat_',
  'categories',
);
