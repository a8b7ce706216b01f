import { namedIndexes } from '../named/service.ts';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { AuthorRecord } from './schema.ts';

export const authors = projectCollection<AuthorRecord>('authors', namedIndexes);
