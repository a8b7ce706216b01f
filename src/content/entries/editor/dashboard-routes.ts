import { Type } from '@sinclair/typebox';
import { BulkResult, bulkTimeoutMs, LocaleBulkRequest } from '../../../contract/bulk.ts';
import { dashboardRoute } from '../../../core/http/index.ts';
import {
  BeginDraft,
  EditorEntry,
  EditorList,
  EditorListQuery,
  SaveDraft,
  TypeCounts,
} from './editor-schema.ts';
import { ReferencedByQuery, ReferrerList } from '../schema.ts';
import { beginDraft, readDraft, readSingletonDraft, saveDraft, saveSingletonDraft } from './editor.ts';
import { changeMany } from '../write/bulk/bulk.ts';
import { duplicateEntry } from '../write/duplicate.ts';
import { listDrafts } from './editor-list.ts';
import { countTypes } from './type-counts.ts';
import { listUses } from '../read/referring.ts';

const member = { scope: 'release' } as const;
const inLocale = { ...member, locales: 'write' } as const;
const TypePath = Type.Object({ type: Type.String() });
const ItemPath = Type.Object({ itemId: Type.String() });
const EntryPath = Type.Object({ type: Type.String(), entryId: Type.String() });

export const entryScreenRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/content',
    needs: 'read',
    area: 'content',
    summary: 'Counts the entries and the drafts of each content type.',
    errors: [],
    input: {},
    output: TypeCounts,
    run: countTypes,
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/content/:type/entries',
    needs: 'read',
    area: 'content',
    summary: 'Lists the entries of a collection in any state, by their drafts.',
    filters: true,
    input: { path: TypePath, query: EditorListQuery },
    output: EditorList,
    run: (context, { path, query, where }) => listDrafts(context, path.type, { query, where }),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'POST',
    path: '/content/:type/entries',
    needs: 'draft',
    area: 'content',
    audits: 'entry.created',
    summary: 'Creates an entry as a draft, which can be incomplete.',
    status: 201,
    input: { path: TypePath, body: BeginDraft },
    output: EditorEntry,
    run: (context, { path, body }) => beginDraft(context, path.type, body),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/content/:type/entries/:entryId',
    needs: 'read',
    area: 'content',
    summary: 'Reads an entry for its editor.',
    input: { path: EntryPath },
    output: EditorEntry,
    run: (context, { path }) => readDraft(context, path),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'PATCH',
    path: '/content/:type/entries/:entryId',
    needs: 'draft',
    area: 'content',
    audits: 'draft.saved',
    summary: 'Saves the draft of an entry. The live version stays unchanged.',
    input: { path: EntryPath, body: SaveDraft },
    output: EditorEntry,
    run: (context, { path, body }) => saveDraft(context, path, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/content/:type/entries/:entryId/duplicate',
    needs: 'draft',
    area: 'content',
    audits: 'entry.created',
    summary: 'Copies an entry into a new draft. Unique fields stay empty.',
    status: 201,
    input: { path: EntryPath },
    output: EditorEntry,
    run: (context, { path }) => duplicateEntry(context, path),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/content/:type/bulk',
    needs: 'publish',
    writesLocales: true,
    area: 'content',
    audits: ['entry.published', 'entry.changed', 'entry.unpublished', 'entry.deleted'],
    summary: 'Publishes, unpublishes or deletes up to a hundred entries, with a result for each.',
    timeLimitMs: bulkTimeoutMs,
    input: { path: TypePath, body: LocaleBulkRequest },
    output: BulkResult,
    run: (context, { path, body }) => changeMany(context, path.type, body),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/referenced-by/:itemId',
    needs: 'read',
    area: 'any',
    summary: 'Lists all links to an article, an author, a category or a part of the knowledge base.',
    input: { path: ItemPath, query: ReferencedByQuery },
    output: ReferrerList,
    run: (context, { path, query }) => listUses(context, path.itemId, query),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'GET',
    path: '/content/:type/singleton',
    needs: 'read',
    area: 'content',
    summary: 'Reads a singleton for its editor.',
    input: { path: TypePath },
    output: EditorEntry,
    run: (context, { path }) => readSingletonDraft(context, path.type),
  }),
  dashboardRoute({
    ...inLocale,
    method: 'PATCH',
    path: '/content/:type/singleton',
    needs: 'draft',
    area: 'content',
    audits: ['entry.created', 'draft.saved'],
    summary: 'Saves the draft of a singleton. The first save creates it.',
    input: { path: TypePath, body: SaveDraft },
    output: EditorEntry,
    run: (context, { path, body }) => saveSingletonDraft(context, path.type, body),
  }),
];
