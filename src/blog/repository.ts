import { namedIndexes } from '../named/service.ts';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { CategoryRecord } from './schema.ts';

export const categories = projectCollection<CategoryRecord>('categories', namedIndexes);
