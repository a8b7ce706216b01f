import type { Feature } from '../../core/context/index.ts';
import { exportedTerms } from '../taxonomy/schema.ts';
import { articleSweep } from '../articles/locales/sweep.ts';
import { translatedArticles } from '../articles/locales/translated-articles.ts';
import { kbArticle } from './articles/module.ts';
import { ChangeKbArticle, CreateKbArticle, KbArticle } from './articles/schema.ts';
import { kbScreenRoutes } from './dashboard-routes.ts';
import { termImages } from '../taxonomy/image-uses.ts';
import { termLinks } from '../taxonomy/links.ts';
import { termSweep } from '../taxonomy/locales/sweep.ts';
import { kbArticleRoutes } from './articles/routes.ts';
import { kbArticleLinks, scheduledKbArticles } from './articles/service.ts';
import { trashedKb } from './trash.ts';
import { translatedCollections } from './structure/collections.ts';
import { translatedSections } from './structure/sections.ts';
import { collectionImageFields, kbCollections, kbSections } from './structure/repository.ts';
import { kbStructureRoutes } from './structure/routes.ts';
import { CreateKbCollection, CreateKbSection, KbCollection, KbSection } from './structure/schema.ts';
import { collectionTaxonomy, sectionTaxonomy } from './structure/taxonomies.ts';
import { voteSweep } from './votes/counts.ts';
import { voteRoutes } from './votes/routes.ts';
import { votes, voteSalts, voteTotals } from './votes/repository.ts';

export const kbFeature: Feature = {
  name: 'kb',
  routes: [...kbStructureRoutes, ...kbArticleRoutes, ...voteRoutes],
  dashboardRoutes: kbScreenRoutes,
  collections: [
    { collection: kbCollections, exported: exportedTerms, mayBeSharded: true },
    { collection: kbSections, exported: exportedTerms, mayBeSharded: true },
    {
      collection: votes,
      // Votes that are identified by an address are not exported, because they are deleted soon. The
      // totals are.
      exported: { requiredKeys: ['article', 'helpful'], only: { forget_at: null } },
      mayBeSharded: true,
    },
    { collection: voteTotals, exported: { requiredKeys: ['helpful', 'not_helpful'] }, mayBeSharded: true },
    { collection: voteSalts, stays: 'secrets of two days', mayBeSharded: false },
  ],
  links: [kbArticleLinks, termLinks(collectionTaxonomy), termLinks(sectionTaxonomy)],
  // Articles with images are found together with those of the blog.
  imageUsers: [termImages(collectionTaxonomy, 'kb_collection', collectionImageFields)],
  scheduled: [scheduledKbArticles],
  localeSweeps: [
    termSweep(collectionTaxonomy),
    termSweep(sectionTaxonomy),
    articleSweep(kbArticle),
    voteSweep,
  ],
  translations: [translatedArticles(kbArticle, ChangeKbArticle), translatedCollections, translatedSections],
  trash: trashedKb,
  modules: {
    kb: {
      collection: {
        kind: 'kb_collection',
        served: KbCollection,
        written: CreateKbCollection,
        links: { image_id: 'media', 'seo.og_image_id': 'media' },
      },
      section: {
        kind: 'kb_section',
        served: KbSection,
        written: CreateKbSection,
        links: { collection: 'kb_collection' },
      },
      article: {
        kind: 'kb_article',
        served: KbArticle,
        written: CreateKbArticle,
        links: {
          featured_image_id: 'media',
          authors: 'author',
          collection: 'kb_collection',
          section: 'kb_section',
          'seo.og_image_id': 'media',
        },
      },
    },
  },
};
