import { Author, CreateAuthor } from './authors/schema.ts';
import { BlogArticle, BlogCategory, CreateBlogArticle, CreateBlogCategory } from './blog/schema.ts';
import type { Surface } from './introspection/surface.ts';

/** The resources of the built-in modules, for documents and introspection. */
export const modules: Surface['modules'] = {
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
  kb: {},
  authors: {
    author: { kind: 'author', served: Author, written: CreateAuthor, links: { avatar_id: 'media' } },
  },
  media: {},
};
