import { Type } from '@sinclair/typebox';
import { aliases } from '../../../contract/events/aliases.ts';
import { articleBodyHint } from '../../../contract/errors/body-hints.ts';
import { DraftQuery, kbStatuses } from '../../../contract/drafts.ts';
import { mediaUrlsParameter } from '../../../contract/paging.ts';
import { errorGroups } from '../../../contract/errors/errors.ts';
import { route } from '../../../core/http/index.ts';
import {
  ChangeKbArticle,
  CreateKbArticle,
  KbArticle,
  KbArticleList,
  KbArticleListQuery,
  WrittenKbArticle,
} from './schema.ts';
import {
  changeKbArticle,
  createKbArticle,
  deleteKbArticle,
  readKbArticle,
  rebuildKbBody,
  reviewKbArticle,
} from './service.ts';
import { listKbArticles } from './list/list.ts';

const SlugPath = Type.Object({ slug: Type.String() });
const NoKeys = Type.Object({}, { additionalProperties: false });
const read = { scope: 'project', key: 'any', budget: 'read' } as const;
const write = { scope: 'project', key: 'secret', budget: 'write', dryRun: true, locales: 'write' } as const;

const articleWriteErrors = [
  ...errorGroups.changeDates,
  ...errorGroups.richtext,
  'unknown_link',
  'unknown_author',
  'unknown_kb_collection',
  'unknown_kb_section',
  'kb_slug_taken',
  'approval_required',
] as const;

export const kbArticleRoutes = [
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/kb/articles',
    locales: 'list',
    needs: 'read',
    area: 'kb',
    summary: 'Lists the live articles in manual order: collection, section, position.',
    statuses: kbStatuses,
    errors: [
      'unknown_kb_collection',
      'unknown_kb_section',
      'permanent_media_urls_unavailable',
      'locale_not_ready',
    ],
    input: { query: KbArticleListQuery },
    output: KbArticleList,
    run: (context, { query }) => listKbArticles(context, query),
  }),
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/kb/articles/:slug',
    locales: 'item',
    needs: 'read',
    area: 'kb',
    summary: 'Reads one live article, by slug or id.',
    errors: [...errorGroups.kbReading, 'permanent_media_urls_unavailable'],
    input: { path: SlugPath, query: Type.Object(mediaUrlsParameter) },
    output: KbArticle,
    run: (context, { path, query }) => readKbArticle(context, path.slug, query),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/kb/articles',
    bulk: 'kb_article',
    needs: 'draft',
    area: 'kb',
    audits: 'article.created',
    summary: 'Creates an article in a collection or section. `publish` publishes it.',
    status: 201,
    aliases: aliases.article,
    bodyHint: articleBodyHint,
    errors: [...articleWriteErrors, 'limit_reached'],
    large: { key: 'body', rebuild: rebuildKbBody },
    input: { body: CreateKbArticle },
    output: WrittenKbArticle,
    run: (context, { body }) => createKbArticle(context, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/kb/articles/:slug',
    bulk: true,
    needs: 'draft',
    area: 'kb',
    audits: [
      'article.changed',
      'article.published',
      'article.scheduled',
      'article.unpublished',
      'article.archived',
      'draft.saved',
    ],
    summary: 'Updates, moves, publishes, unpublishes or archives an article. Omitted keys keep their values.',
    aliases: aliases.article,
    bodyHint: articleBodyHint,
    errors: [...articleWriteErrors, ...errorGroups.change, 'unknown_kb_article', 'slug_is_final'],
    input: { path: SlugPath, query: DraftQuery, body: ChangeKbArticle },
    output: WrittenKbArticle,
    run: (context, { path, query, body }) => changeKbArticle(context, path.slug, body, query),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/kb/articles/:slug',
    bulk: true,
    needs: 'publish',
    area: 'kb',
    audits: ['article.deleted', 'article.changed'],
    summary: 'Permanently deletes an article and its votes.',
    status: 204,
    errors: ['unknown_kb_article', 'revision_conflict', 'locale_is_default'],
    input: { path: SlugPath },
    output: null,
    run: (context, { path }) => deleteKbArticle(context, path.slug),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/kb/articles/:slug/review',
    needs: 'publish',
    area: 'kb',
    audits: 'article.reviewed',
    summary: 'Marks an article as reviewed, so that it is fresh again.',
    bodyOptional: true,
    errors: ['unknown_kb_article', 'revision_conflict'],
    input: { path: SlugPath, body: NoKeys },
    output: WrittenKbArticle,
    run: (context, { path }) => reviewKbArticle(context, path.slug),
  }),
];
