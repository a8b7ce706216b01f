import type { LinkSource } from '../../core/context/index.ts';
import { termImages } from '../taxonomy/image-uses.ts';
import { termLinks } from '../taxonomy/links.ts';
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
