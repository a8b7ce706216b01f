import { Type } from '@sinclair/typebox';
import { EditorArticle, EditorArticleList, EditorArticleQuery } from '../articles/schema.ts';
import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import { ChangeKbArticle, CreateKbArticle } from './articles/schema.ts';
import { beginKbDraft, listKbDrafts, readKbDraft, saveKbDraft } from './articles/service.ts';

const member = { scope: 'project', who: 'member' } as const;
/** Publishing goes through the API's own routes; here drafts alone are written. */
const unpublished = ['publish', 'published_at', 'archived'] as const;
const SlugPath = Type.Object({ slug: Type.String() });
const BeginArticle = Type.Omit(CreateKbArticle, unpublished, { $id: 'BeginKbDraft' });
const SaveArticle = Type.Omit(ChangeKbArticle, unpublished, { $id: 'SaveKbDraft' });

export const kbScreenRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/kb/articles',
    summary: 'Lists knowledge base articles in any state, by their drafts.',
    input: { query: EditorArticleQuery },
    output: EditorArticleList,
    run: (call, { query }) => listKbDrafts(call, query),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/kb/articles',
    summary: 'Begins a knowledge base article as a draft.',
    status: 201,
    input: { body: BeginArticle },
    output: EditorArticle,
    run: (call, { body }) => beginKbDraft(call, body),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/kb/articles/:slug',
    summary: 'Reads a knowledge base article for its editor, by slug or id.',
    input: { path: SlugPath },
    output: EditorArticle,
    run: (call, { path }) => readKbDraft(call, path.slug),
  }),
  dashboardRoute({
    ...member,
    method: 'PATCH',
    path: '/kb/articles/:slug',
    summary: 'Saves the draft of a knowledge base article; what is live stays as it is.',
    input: { path: SlugPath, body: SaveArticle },
    output: EditorArticle,
    run: (call, { path, body }) => saveKbDraft(call, path.slug, body),
  }),
];
