import type { Feature } from '../../core/context/index.ts';
import { exportedTerms } from '../taxonomy/schema.ts';
import { authors } from './repository.ts';
import { authorRoutes } from './routes.ts';
import { Author, CreateAuthor } from './schema.ts';
import { authorImages, authorLinks, authorSweep, translatedAuthors, trashedAuthors } from './service.ts';

export const authorsFeature: Feature = {
  name: 'authors',
  routes: authorRoutes,
  collections: [{ collection: authors, exported: exportedTerms, mayBeSharded: true }],
  links: [authorLinks],
  imageUsers: [authorImages],
  localeSweeps: [authorSweep],
  translations: [translatedAuthors],
  trash: [trashedAuthors],
  modules: {
    authors: {
      author: { kind: 'author', served: Author, written: CreateAuthor, links: { avatar_id: 'media' } },
    },
  },
};
