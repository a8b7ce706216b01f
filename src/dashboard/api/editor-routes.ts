import { Type } from '@sinclair/typebox';
import { EditorArticle } from '../../modules/index.ts';
import { EditorEntry } from '../../content/index.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { VersionList, VersionWithValues } from '../../lifecycle/index.ts';
import { listHistory, readHistory, restoreHistory } from './history.ts';
import { readCalendar } from './calendar.ts';
import { readHome } from './home.ts';
import { Calendar, CalendarQuery, Home } from './schema.ts';

const member = { scope: 'release' } as const;
const ItemPath = Type.Object({ itemId: Type.String() });
const VersionPath = Type.Object({ itemId: Type.String(), versionId: Type.String() });
const itemErrors = [
  'unknown_version',
  'unknown_entry',
  'unknown_blog_article',
  'unknown_kb_article',
] as const;

export const editorRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/home',
    needs: 'read',
    area: 'any',
    summary: 'Lists recent edits, the next publications, stale articles and failures.',
    errors: [],
    input: {},
    output: Home,
    run: readHome,
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/calendar',
    needs: 'read',
    area: 'any',
    summary: 'Lists publications, changes, ends and promotions of releases between two times.',
    errors: ['invalid_parameter'],
    input: { query: CalendarQuery },
    output: Calendar,
    run: (context, { query }) => readCalendar(context, query),
  }),
  dashboardRoute({
    ...member,
    locales: 'write',
    method: 'GET',
    path: '/versions/:itemId',
    needs: 'read',
    area: 'any',
    summary: 'Lists the saved versions of an entry or article, by its id, newest first.',
    errors: itemErrors,
    input: { path: ItemPath },
    output: VersionList,
    run: (context, { path }) => listHistory(context, path.itemId),
  }),
  dashboardRoute({
    ...member,
    locales: 'write',
    method: 'GET',
    path: '/versions/:itemId/:versionId',
    needs: 'read',
    area: 'any',
    summary: 'Reads one saved version with its values.',
    errors: itemErrors,
    input: { path: VersionPath },
    output: VersionWithValues,
    run: (context, { path }) => readHistory(context, path.itemId, path.versionId),
  }),
  dashboardRoute({
    ...member,
    locales: 'write',
    method: 'POST',
    path: '/versions/:itemId/:versionId/restore',
    needs: 'draft',
    area: 'any',
    audits: 'draft.saved',
    summary: 'Restores a saved version as the draft. The live version stays.',
    errors: [...itemErrors, 'revision_conflict', 'field_value_taken'],
    input: { path: VersionPath },
    output: Type.Union([EditorEntry, EditorArticle]),
    run: (context, { path }) => restoreHistory(context, path.itemId, path.versionId),
  }),
];
