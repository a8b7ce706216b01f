import type { Feature } from '../../core/context/index.ts';
import { namedKeys } from '../taxonomy/schema.ts';
import { CreateKbArticle, KbArticle } from './articles/schema.ts';
import { kbScreenRoutes } from './dashboard-routes.ts';
import { kbRoutes } from './routes.ts';
import { kbImages, kbLinks } from './service.ts';
import { scheduledKbArticles } from './articles/service.ts';
import { trashedKb } from './trash.ts';
import { kbCollections, kbSections } from './structure/repository.ts';
import { CreateKbCollection, CreateKbSection, KbCollection, KbSection } from './structure/schema.ts';
import { votes, voteSalts, voteTotals } from './votes/repository.ts';

export const kbFeature: Feature = {
  name: 'kb',
  routes: kbRoutes,
  dashboardRoutes: kbScreenRoutes,
  collections: [
    { collection: kbCollections, exported: { needs: namedKeys }, mayBeSharded: true },
    { collection: kbSections, exported: { needs: namedKeys }, mayBeSharded: true },
    {
      collection: votes,
      // Those of visitors who are known by an address stay: they are about to be forgotten. Their figures go.
      exported: { needs: ['article', 'helpful'], only: { forget_at: null } },
      mayBeSharded: true,
    },
    { collection: voteTotals, exported: { needs: ['helpful', 'not_helpful'] }, mayBeSharded: true },
    { collection: voteSalts, stays: 'secrets of two days', mayBeSharded: false },
  ],
  links: kbLinks,
  imageUsers: [kbImages],
  scheduled: [scheduledKbArticles],
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
