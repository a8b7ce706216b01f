import { Author, CreateAuthor } from './authors/schema.ts';
import { BlogArticle, BlogCategory, CreateBlogArticle, CreateBlogCategory } from './blog/schema.ts';
import { CreateKbArticle, KbArticle } from './kb/articles/schema.ts';
import { CreateKbCollection, CreateKbSection, KbCollection, KbSection } from './kb/shelves/schema.ts';
import { AskUpload, Asset } from './media/schema.ts';
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
  authors: {
    author: { kind: 'author', served: Author, written: CreateAuthor, links: { avatar_id: 'media' } },
  },
  media: {
    asset: { kind: 'media', served: Asset, written: AskUpload, links: {} },
  },
};
