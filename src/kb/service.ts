import { namedLinks } from '../named/service.ts';
import type { LinkSource } from '../platform/call.ts';
import { kbArticleLinks } from './articles/service.ts';
import { collectionKind, sectionKind } from './shelves/kinds.ts';

/** How links lead into the knowledge base. */
export const kbLinks: readonly LinkSource[] = [
  kbArticleLinks,
  namedLinks(collectionKind),
  namedLinks(sectionKind),
];
