import type { KbTree, VoteResult } from '../types/description.ts';
import type {
  Author,
  AuthorChanges,
  BlogArticle,
  BlogArticleChanges,
  BlogCategory,
  BlogCategoryChanges,
  ListedBlogArticle,
  WrittenBlogArticle,
} from '../types/forms.ts';
import type {
  Freshness,
  KbArticle,
  KbArticleChanges,
  KbCollection,
  KbCollectionChanges,
  KbSection,
  KbSectionChanges,
  ListedKbArticle,
  WrittenKbArticle,
} from '../types/kb-forms.ts';
import {
  type Ask,
  asRead,
  type DraftedResource,
  path,
  type ReadOptions,
  type Resource,
  resourceAt,
} from './resource.ts';
import type { WriteOptions } from '../http/transport.ts';

type Named<C> = C & { name: string };
type Titled<C> = C & { title: string };
/** A new article is not live, so it can't have a scheduled change. */
type NewArticle<C> = Titled<Omit<C, 'publish_at'>>;
interface ByCursor {
  cursor?: string;
}
interface ByOffset {
  offset?: number;
}
interface Translated {
  /** With a client of `inLocale`: adds `alternates` to each article. */
  alternates?: boolean;
}

export type Authors = Resource<Author, Author, Author, Named<AuthorChanges>, AuthorChanges, ByCursor>;

export interface Blog {
  /** `category` and `author` are slugs or ids. `q` searches title, excerpt, tags and body. `status` filters drafts. */
  articles: DraftedResource<
    ListedBlogArticle,
    BlogArticle,
    WrittenBlogArticle,
    NewArticle<BlogArticleChanges>,
    BlogArticleChanges,
    ByCursor & Translated & { category?: string; author?: string; tag?: string; q?: string; status?: string }
  >;
  categories: Resource<
    BlogCategory,
    BlogCategory,
    BlogCategory,
    Named<BlogCategoryChanges>,
    BlogCategoryChanges,
    ByCursor
  >;
}

interface KbArticles extends DraftedResource<
  ListedKbArticle,
  KbArticle,
  WrittenKbArticle,
  NewArticle<KbArticleChanges>,
  KbArticleChanges,
  ByOffset &
    Translated & { collection?: string; section?: string; q?: string; freshness?: Freshness; status?: string }
> {
  /** Casts a vote; allowed for publishable keys. A second vote of a visitor replaces the first. */
  vote(
    slug: string,
    vote: { helpful: boolean; visitor_id?: string },
    options?: WriteOptions,
  ): Promise<VoteResult>;
  /** Marks the article as reviewed. */
  review(slug: string, options?: WriteOptions): Promise<WrittenKbArticle>;
}

export interface Kb {
  /** Returns all collections and sections with their article counts. */
  tree(options?: ReadOptions): Promise<KbTree>;
  collections: Resource<
    KbCollection,
    KbCollection,
    KbCollection,
    Titled<KbCollectionChanges>,
    KbCollectionChanges,
    ByOffset
  >;
  sections: Resource<
    KbSection,
    KbSection,
    KbSection,
    Titled<KbSectionChanges> & { collection: string },
    KbSectionChanges,
    ByOffset & { collection?: string }
  >;
  articles: KbArticles;
}

export function authorsOf(ask: Ask): Authors {
  return resourceAt(ask, '/v1/authors');
}

export function blogOf(ask: Ask): Blog {
  return {
    articles: resourceAt(ask, '/v1/blog/articles'),
    categories: resourceAt(ask, '/v1/blog/categories'),
  };
}

export function kbOf(ask: Ask): Kb {
  const articles = '/v1/kb/articles';
  return {
    tree: (options = {}) => ask('GET', '/v1/kb/tree', asRead(options)),
    collections: resourceAt(ask, '/v1/kb/collections'),
    sections: resourceAt(ask, '/v1/kb/sections'),
    articles: {
      ...resourceAt<
        ListedKbArticle,
        KbArticle,
        WrittenKbArticle,
        NewArticle<KbArticleChanges>,
        KbArticleChanges,
        ByOffset
      >(ask, articles),
      vote: (slug, body, options) => ask('POST', articles + path`/${slug}/vote`, { ...options, body }),
      review: (slug, options) => ask('POST', articles + path`/${slug}/review`, options),
    },
  };
}
