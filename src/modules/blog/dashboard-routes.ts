import { Type } from '@sinclair/typebox';
import { EditorArticle, EditorArticleList, EditorArticleQuery } from '../articles/store/schema.ts';
import { BulkResult, bulkTimeoutMs, LocaleBulkRequest } from '../../contract/bulk.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { mergeRequest } from '../../lifecycle/index.ts';
import { ChangeBlogArticle, CreateBlogArticle, SlugPath } from './schema.ts';
import {
  createBlogDraft,
  duplicateBlogArticle,
  listBlogDrafts,
  readBlogDraft,
  saveBlogDraft,
} from './editor.ts';
import { changeManyBlogArticles } from './service.ts';

const member = { scope: 'project' } as const;
const inLocale = { ...member, locales: 'write' } as const;
/** The dashboard publishes through the API's routes; these routes only write drafts. */
const publishKeys = ['publish', 'published_at'] as const;
const CreateDraft = Type.Omit(CreateBlogArticle, publishKeys, { $id: 'BeginBlogDraft' });
const draftValues = Type.Omit(ChangeBlogArticle, publishKeys, { additionalProperties: false });
const SaveDraft = Type.Object(
  { ...draftValues.properties, merge: Type.Optional(mergeRequest(draftValues)) },
  { $id: 'SaveBlogDraft', additionalProperties: false },
);

export const blogScreenRoutes = [
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/blog/bulk',
    needs: 'publish',
    writesLocales: true,
    area: 'blog',
    audits: ['article.published', 'article.changed', 'article.unpublished', 'article.deleted'],
    summary: 'Publishes, unpublishes or deletes up to a hundred articles, with a result for each.',
    timeLimitMs: bulkTimeoutMs,
    input: { body: LocaleBulkRequest },
    output: BulkResult,
    run: (context, { body }) => changeManyBlogArticles(context, body),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/blog/articles',
    needs: 'read',
    area: 'blog',
    summary: 'Lists blog articles in any state, by their drafts.',
    input: { query: EditorArticleQuery },
    output: EditorArticleList,
    run: (context, { query }) => listBlogDrafts(context, query),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'POST',
    path: '/blog/articles',
    needs: 'draft',
    area: 'blog',
    audits: 'article.created',
    summary: 'Creates a blog article as a draft.',
    status: 201,
    input: { body: CreateDraft },
    output: EditorArticle,
    run: (context, { body }) => createBlogDraft(context, body),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/blog/articles/:slug',
    needs: 'read',
    area: 'blog',
    summary: 'Reads a blog article for its editor, by slug or id.',
    input: { path: SlugPath },
    output: EditorArticle,
    run: (context, { path }) => readBlogDraft(context, path.slug),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'PATCH',
    path: '/blog/articles/:slug',
    needs: 'draft',
    area: 'blog',
    audits: 'draft.saved',
    summary: 'Saves the draft of a blog article. The live values stay unchanged.',
    input: { path: SlugPath, body: SaveDraft },
    output: EditorArticle,
    run: (context, { path, body }) => saveBlogDraft(context, path.slug, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/blog/articles/:slug/duplicate',
    needs: 'draft',
    area: 'blog',
    audits: 'article.created',
    summary: 'Copies a blog article into a new draft.',
    status: 201,
    input: { path: SlugPath },
    output: EditorArticle,
    run: (context, { path }) => duplicateBlogArticle(context, path.slug),
  }),
];
