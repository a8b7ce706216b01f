import { aliases } from '../../contract/events/aliases.ts';
import { blogArticleBodyHint } from '../../contract/errors/body-hints.ts';
import { DraftQuery, entryStatuses } from '../../contract/drafts.ts';
import { errorGroups } from '../../contract/errors/errors.ts';
import { route } from '../../core/http/index.ts';
import { termRoutes } from '../taxonomy/routes.ts';
import {
  BlogArticle,
  BlogArticleList,
  BlogArticleListQuery,
  BlogCategory,
  BlogCategoryList,
  CategoryListQuery,
  ChangeBlogArticle,
  ChangeBlogCategory,
  CreateBlogArticle,
  CreateBlogCategory,
  ReadQuery,
  SlugPath,
  WrittenBlogArticle,
} from './schema.ts';
import {
  changeBlogArticle,
  createBlogArticle,
  deleteBlogArticle,
  listBlogArticles,
  readBlogArticle,
  rebuildBlogBody,
} from './service.ts';
import {
  changeCategory,
  createCategory,
  listCategories,
  readCategory,
  removeCategory,
} from './categories.ts';

/** Alternative names of keys that blog articles accept. */
const { author_ids, category_ids } = aliases.article;

const read = { scope: 'project', key: 'any', budget: 'read' } as const;
const write = { scope: 'project', key: 'secret', budget: 'write', dryRun: true, locales: 'write' } as const;

const articleWriteErrors = [
  ...errorGroups.changeDates,
  ...errorGroups.richtext,
  'unknown_link',
  'unknown_author',
  'unknown_blog_category',
  'blog_slug_taken',
  'approval_required',
] as const;

export const blogRoutes = [
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/blog/articles',
    locales: 'list',
    needs: 'read',
    area: 'blog',
    summary: 'Lists the live blog articles, newest first.',
    statuses: entryStatuses,
    errors: [
      'unknown_blog_category',
      'unknown_author',
      'permanent_media_urls_unavailable',
      'locale_not_ready',
    ],
    input: { query: BlogArticleListQuery },
    output: BlogArticleList,
    run: (context, { query }) => listBlogArticles(context, query),
  }),
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/blog/articles/:slug',
    locales: 'item',
    needs: 'read',
    area: 'blog',
    summary: 'Reads one live blog article.',
    errors: [...errorGroups.blogReading, 'permanent_media_urls_unavailable'],
    input: { path: SlugPath, query: ReadQuery },
    output: BlogArticle,
    run: (context, { path, query }) => readBlogArticle(context, path.slug, query),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/blog/articles',
    bulk: 'blog_article',
    needs: 'draft',
    area: 'blog',
    audits: 'article.created',
    summary: 'Creates a blog article as a draft, or publishes it with `publish`.',
    status: 201,
    errors: [...articleWriteErrors, 'limit_reached'],
    large: { key: 'body', rebuild: rebuildBlogBody },
    input: { body: CreateBlogArticle },
    aliases: { author_ids, category_ids },
    bodyHint: blogArticleBodyHint,
    output: WrittenBlogArticle,
    run: (context, { body }) => createBlogArticle(context, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/blog/articles/:slug',
    bulk: true,
    needs: 'draft',
    area: 'blog',
    audits: [
      'article.changed',
      'article.published',
      'article.scheduled',
      'article.unpublished',
      'article.archived',
      'draft.saved',
    ],
    summary: 'Updates, publishes or unpublishes a blog article. Omitted keys keep their values.',
    errors: [...articleWriteErrors, ...errorGroups.change, 'unknown_blog_article', 'slug_is_final'],
    input: { path: SlugPath, query: DraftQuery, body: ChangeBlogArticle },
    aliases: { author_ids, category_ids },
    bodyHint: blogArticleBodyHint,
    output: WrittenBlogArticle,
    run: (context, { path, query, body }) => changeBlogArticle(context, path.slug, body, query),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/blog/articles/:slug',
    bulk: true,
    needs: 'publish',
    area: 'blog',
    audits: ['article.deleted', 'article.changed'],
    summary: 'Permanently deletes a blog article.',
    status: 204,
    errors: ['unknown_blog_article', 'revision_conflict', 'locale_is_default'],
    input: { path: SlugPath },
    output: null,
    run: (context, { path }) => deleteBlogArticle(context, path.slug),
  }),
  ...termRoutes({
    path: '/v1/blog/categories',
    area: 'blog',
    group: 'category',
    idKind: 'blog_category',
    images: true,
    summaries: {
      list: 'Lists the blog categories by name.',
      read: 'Reads one blog category, by slug or id.',
      create: 'Creates a blog category.',
      change: 'Updates a blog category. Omitted keys keep their values.',
      remove: 'Deletes a blog category that no article uses.',
    },
    errors: {
      unknown: 'unknown_blog_category',
      list: ['permanent_media_urls_unavailable'],
      read: ['permanent_media_urls_unavailable'],
      body: ['unknown_link', 'slug_taken'],
    },
    forms: {
      single: BlogCategory,
      list: BlogCategoryList,
      listQuery: CategoryListQuery,
      readQuery: ReadQuery,
      create: CreateBlogCategory,
      change: ChangeBlogCategory,
    },
    list: listCategories,
    read: readCategory,
    create: createCategory,
    change: changeCategory,
    remove: removeCategory,
  }),
];
