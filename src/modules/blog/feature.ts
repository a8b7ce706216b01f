import type { Feature } from '../../core/context/index.ts';
import { exportedTerms } from '../taxonomy/schema.ts';
import { articleSweep } from '../articles/locales/sweep.ts';
import { translatedArticles } from '../articles/locales/translated-articles.ts';
import { blogArticle } from './article.ts';
import { blogScreenRoutes } from './dashboard-routes.ts';
import { categories } from './repository.ts';
import { blogRoutes } from './routes.ts';
import {
  BlogArticle,
  BlogCategory,
  ChangeBlogArticle,
  CreateBlogArticle,
  CreateBlogCategory,
} from './schema.ts';
import { blogArticleLinks, scheduledBlogArticles, trashedBlogArticles } from './service.ts';
import {
  categoryImages,
  categoryLinks,
  categorySweep,
  translatedCategories,
  trashedCategories,
} from './categories.ts';

export const blogFeature: Feature = {
  name: 'blog',
  routes: blogRoutes,
  dashboardRoutes: blogScreenRoutes,
  collections: [{ collection: categories, exported: exportedTerms, mayBeSharded: true }],
  links: [categoryLinks, blogArticleLinks],
  imageUsers: [categoryImages],
  scheduled: [scheduledBlogArticles],
  localeSweeps: [categorySweep, articleSweep(blogArticle)],
  translations: [translatedArticles(blogArticle, ChangeBlogArticle), translatedCategories],
  trash: [trashedBlogArticles, trashedCategories],
  modules: {
    blog: {
      article: {
        kind: 'blog_article',
        served: BlogArticle,
        written: CreateBlogArticle,
        links: {
          featured_image_id: 'media',
          authors: 'author',
          categories: 'blog_category',
          'seo.og_image_id': 'media',
        },
      },
      category: {
        kind: 'blog_category',
        served: BlogCategory,
        written: CreateBlogCategory,
        links: { image_id: 'media', 'seo.og_image_id': 'media' },
      },
    },
  },
};
