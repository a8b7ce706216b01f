import type { LinkSource } from '../../core/context/call.ts';
import { termImages, termLinks } from '../taxonomy/service.ts';
import { kbArticleLinks } from './articles/service.ts';
import { collectionImageFields } from './structure/repository.ts';
import { collectionTaxonomy, sectionTaxonomy } from './structure/taxonomies.ts';

/** How links lead into the knowledge base. */
export const kbLinks: readonly LinkSource[] = [
  kbArticleLinks,
  termLinks(collectionTaxonomy),
  termLinks(sectionTaxonomy),
];

/** Collections by their picture or share image; articles are found with those of the blog. */
export const kbImages = termImages(collectionTaxonomy, 'kb_collection', collectionImageFields);
/** How deleted articles, collections and sections come back. */
export { trashedKb } from './trash.ts';
export {
  changeKbInBulk,
  listKbIds,
  readKbDraft,
  redateReviews,
  restoreKbDraft,
  scheduledKbArticles,
  staleArticles,
} from './articles/service.ts';
export { createCollection } from './structure/collections.ts';
export { createSection } from './structure/sections.ts';
