import { namedImages, namedLinks } from '../named/service.ts';
import type { LinkSource } from '../platform/call.ts';
import { kbArticleLinks } from './articles/service.ts';
import { collectionKind, sectionKind } from './shelves/kinds.ts';
import { collectionImageFields } from './shelves/repository.ts';

/** How links lead into the knowledge base. */
export const kbLinks: readonly LinkSource[] = [
  kbArticleLinks,
  namedLinks(collectionKind),
  namedLinks(sectionKind),
];

/** Collections by their picture or share image; articles are found with those of the blog. */
export const kbImages = namedImages(collectionKind, 'kb_collection', collectionImageFields);
export {
  readKbDraft,
  redateReviews,
  restoreKbDraft,
  scheduledKbArticles,
  staleArticles,
} from './articles/service.ts';
export { createCollection } from './shelves/collections.ts';
export { createSection } from './shelves/sections.ts';
