import { Type } from '@sinclair/typebox';
import { EditorArticle, EditorArticleList, EditorArticleQuery } from '../articles/store/schema.ts';
import { BulkResult, bulkTimeoutMs, LocaleBulkRequest } from '../../contract/bulk.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { mergeRequest } from '../../lifecycle/index.ts';
import { ChangeKbArticle, CreateKbArticle } from './articles/schema.ts';
import {
  createKbDraft,
  duplicateKbArticle,
  listKbDrafts,
  readKbDraft,
  saveKbDraft,
} from './articles/editor.ts';
import { changeManyKbArticles } from './articles/service.ts';
import { listReviews, listVotes } from './editor/boards.ts';
import { moveInKb } from './editor/move.ts';
import { readOutline } from './editor/outline.ts';
import {
  KbOutline,
  KbReviewList,
  KbReviewQuery,
  KbVotesList,
  KbVotesQuery,
  MovedInKb,
  MoveInKb,
} from './editor/schema.ts';

const member = { scope: 'project' } as const;
const inLocale = { ...member, locales: 'write' } as const;
/** The dashboard publishes through the API's routes; these routes only write drafts. */
const publishKeys = ['publish', 'published_at', 'archived'] as const;
const SlugPath = Type.Object({ slug: Type.String() });
const CreateDraft = Type.Omit(CreateKbArticle, publishKeys, { $id: 'BeginKbDraft' });
const draftValues = Type.Omit(ChangeKbArticle, publishKeys, { additionalProperties: false });
const SaveDraft = Type.Object(
  { ...draftValues.properties, merge: Type.Optional(mergeRequest(draftValues)) },
  { $id: 'SaveKbDraft', additionalProperties: false },
);

export const kbScreenRoutes = [
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/kb/articles',
    needs: 'read',
    area: 'kb',
    summary: 'Lists knowledge base articles in any state, by their drafts.',
    input: { query: EditorArticleQuery },
    output: EditorArticleList,
    run: (context, { query }) => listKbDrafts(context, query),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'POST',
    path: '/kb/articles',
    needs: 'draft',
    area: 'kb',
    audits: 'article.created',
    summary: 'Creates a knowledge base article as a draft.',
    status: 201,
    input: { body: CreateDraft },
    output: EditorArticle,
    run: (context, { body }) => createKbDraft(context, body),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/kb/articles/:slug',
    needs: 'read',
    area: 'kb',
    summary: 'Reads a knowledge base article for its editor, by slug or id.',
    input: { path: SlugPath },
    output: EditorArticle,
    run: (context, { path }) => readKbDraft(context, path.slug),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'PATCH',
    path: '/kb/articles/:slug',
    needs: 'draft',
    area: 'kb',
    audits: 'draft.saved',
    summary: 'Saves the draft of a knowledge base article. The live values stay unchanged.',
    input: { path: SlugPath, body: SaveDraft },
    output: EditorArticle,
    run: (context, { path, body }) => saveKbDraft(context, path.slug, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/kb/articles/:slug/duplicate',
    needs: 'draft',
    area: 'kb',
    audits: 'article.created',
    summary: 'Copies a knowledge base article into a new draft in the same container.',
    status: 201,
    input: { path: SlugPath },
    output: EditorArticle,
    run: (context, { path }) => duplicateKbArticle(context, path.slug),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/kb/bulk',
    needs: 'publish',
    writesLocales: true,
    area: 'kb',
    audits: ['article.published', 'article.changed', 'article.unpublished', 'article.deleted'],
    summary: 'Publishes, unpublishes or deletes up to a hundred articles, with a result for each.',
    timeLimitMs: bulkTimeoutMs,
    input: { body: LocaleBulkRequest },
    output: BulkResult,
    run: (context, { body }) => changeManyKbArticles(context, body),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/kb/tree',
    needs: 'read',
    area: 'kb',
    summary: 'Returns the collections, sections and articles in their manual order, including drafts.',
    errors: ['unknown_locale'],
    input: {},
    output: KbOutline,
    run: (context) => readOutline(context),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/kb/moves',
    needs: 'publish',
    area: 'kb',
    audits: ['collection.changed', 'section.changed', 'article.changed', 'draft.saved'],
    summary: 'Moves a collection, section or article in the manual order.',
    errors: [
      'unknown_kb_collection',
      'unknown_kb_section',
      'unknown_kb_article',
      'unknown_link',
      'invalid_field_value',
      'approval_required',
    ],
    input: { body: MoveInKb },
    output: MovedInKb,
    run: (context, { body }) => moveInKb(context, body),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/kb/reviews',
    needs: 'read',
    area: 'kb',
    summary:
      'Lists live articles by the date of their next review, and counts the articles of each freshness.',
    errors: ['invalid_parameter', 'unknown_locale'],
    input: { query: KbReviewQuery },
    output: KbReviewList,
    run: (context, { query }) => listReviews(context, query),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/kb/votes',
    needs: 'read',
    area: 'kb',
    summary:
      'Lists the articles that readers voted on, worst first; without a locale, with the votes of all.',
    errors: ['invalid_parameter', 'unknown_locale'],
    input: { query: KbVotesQuery },
    output: KbVotesList,
    run: (context, { query }) => listVotes(context, query),
  }),
];
