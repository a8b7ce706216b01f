import type { Feature } from '../platform/feature.ts';
import { publishedKeys } from '../publishing/schema.ts';
import { articles } from './repository.ts';
import { articleImages, articleReferrers } from './uses.ts';

/** What blog and knowledge base have in common; their routes are their own. */
export const articlesFeature: Feature = {
  name: 'articles',
  collections: [
    {
      collection: articles,
      exported: { needs: ['module', 'slug', ...publishedKeys] },
      mayBeSharded: true,
    },
  ],
  imageUsers: [articleImages],
  referrers: [articleReferrers],
};
