import type { ArticleModule } from '../articles/module.ts';
import { emptyArticle } from '../articles/write/input.ts';
import type { BlogArticleValues } from './schema.ts';

export const blogArticle: ArticleModule<BlogArticleValues> = {
  module: 'blog',
  kind: 'blog_article',
  path: '/v1/blog/articles',
  codes: {
    unknown: 'unknown_blog_article',
    notPublished: 'blog_article_not_published',
    scheduled: 'blog_article_scheduled',
    slugTaken: 'blog_slug_taken',
  },
  fields: [
    'title',
    'slug',
    'excerpt',
    'body',
    'featured_image_id',
    'authors',
    'published_at',
    'publish',
    'publish_at',
    'unpublish_at',
    'seo',
    'categories',
    'tags',
    'canonical_url',
  ],
  empty: { ...emptyArticle, categories: [], tags: [], canonical_url: '' },
  links: ({ categories }) => categories.map((id) => ({ kind: 'blog_category', id, field: 'categories' })),
  facets: ({ categories, tags }) => [
    ...categories.map((id) => `category:${id}`),
    ...tags.map((tag) => `tag:${tag}`),
  ],
  texts: ({ tags }) => tags,
};
