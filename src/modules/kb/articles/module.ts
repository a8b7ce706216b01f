import type { ArticleModule } from '../../articles/module.ts';
import { emptyArticle } from '../../articles/write/input.ts';
import { updateContainerCounts } from './list/counting.ts';
import { reviewState } from './review.ts';
import type { KbValues } from './schema.ts';

export const kbArticle: ArticleModule<KbValues> = {
  module: 'kb',
  kind: 'kb_article',
  path: '/v1/kb/articles',
  codes: {
    unknown: 'unknown_kb_article',
    notPublished: 'kb_article_not_published',
    scheduled: 'kb_article_scheduled',
    slugTaken: 'kb_slug_taken',
  },
  fields: [
    'title',
    'slug',
    'excerpt',
    'body',
    'collection',
    'section',
    'position',
    'authors',
    'featured_image_id',
    'published_at',
    'publish',
    'publish_at',
    'unpublish_at',
    'archived',
    'review_interval_days',
    'seo',
  ],
  orderKeys: ['position'],
  empty: { ...emptyArticle, shelf: '', position: 0, review_interval_days: null },
  links: () => [],
  facets: () => [],
  texts: () => [],
  derivedKeys: reviewState,
  updateCounts: updateContainerCounts,
};
