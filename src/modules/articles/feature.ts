import type { Feature } from '../../core/context/index.ts';
import { publishableItemKeys, withoutReview, withoutTranslation } from '../../lifecycle/index.ts';
import { articleLocales } from './store/locale-repository.ts';
import { articles } from './store/repository.ts';
import { articleImages, articleReferrers } from './uses.ts';

/** The parts that blog and knowledge base share; each has its own routes. */
export const articlesFeature: Feature = {
  name: 'articles',
  collections: [
    {
      collection: articles,
      exported: {
        requiredKeys: ['module', 'slug', ...publishableItemKeys],
        rowForm: (row) => withoutTranslation(withoutReview(row)),
      },
      mayBeSharded: true,
    },
    { collection: articleLocales, stays: 'derived from the articles', mayBeSharded: true },
  ],
  imageUsers: [articleImages],
  referrers: [articleReferrers],
};
