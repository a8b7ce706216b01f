import { countOf, groups } from '../../../contract/events/cache-tags.ts';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { Taxonomy } from '../../taxonomy/taxonomy.ts';
import { countContainers, kbCollections, kbSections } from './repository.ts';
import type { CollectionRecord, SectionRecord } from './schema.ts';

/** The 404 of an unknown collection; `param` is the parameter that names it. */
export function unknownCollection(slug: string, param: string): ApiError {
  return apiError('unknown_kb_collection', { slug }, { param });
}

/** The 404 of an unknown section, or of one in another collection. */
export function unknownSection(slug: string, param: string): ApiError {
  return apiError('unknown_kb_section', { slug }, { param });
}

export const collectionTaxonomy: Taxonomy<CollectionRecord> = {
  kind: 'kb_collection',
  path: '/v1/kb/collections',
  nameKey: 'title',
  localized: ['title', 'description', 'seo'],
  collection: kbCollections,
  module: 'kb',
  limit: 'kb_shelves_per_project_max',
  count: countContainers,
  nameOf: ({ title }) => title,
  urlOf: () => null,
  unknown: (slug) => unknownCollection(slug, 'slug'),
};

export const sectionTaxonomy: Taxonomy<SectionRecord> = {
  kind: 'kb_section',
  path: '/v1/kb/sections',
  nameKey: 'title',
  localized: ['title', 'description'],
  collection: kbSections,
  module: 'kb',
  limit: 'kb_shelves_per_project_max',
  count: countContainers,
  // A collection's count includes the articles of its sections.
  relatedTags: (before, after) =>
    before?.collection === after?.collection
      ? []
      : [
          groups.kbCounts,
          ...[before, after].flatMap((section) =>
            section === null ? [] : [countOf('kb', section.collection)],
          ),
        ],
  nameOf: ({ title }) => title,
  urlOf: () => null,
  unknown: (slug) => unknownSection(slug, 'slug'),
};
