import { Type } from '@sinclair/typebox';
import { entryBodyHint } from '../../contract/errors/body-hints.ts';
import { DraftQuery, entryStatuses } from '../../contract/drafts.ts';
import { errorGroups } from '../../contract/errors/errors.ts';
import { route } from '../../core/http/index.ts';
import {
  CreateEntry,
  PutEntry,
  Entry,
  EntryListOrValues,
  EntryMatch,
  ListQuery,
  PatchEntry,
  ReadQuery,
  ReferencedByQuery,
  ReferrerList,
  WrittenEntry,
} from './schema.ts';
import { EntryDiff } from './editor/entry-diff-schema.ts';
import { createEntry, patchEntry, patchSingleton, putSingleton } from './write/write-entry.ts';
import { deleteEntryOrLocale, listReferrers } from './read/referring.ts';
import { diffEntry } from './editor/entry-diff.ts';
import { lookUpEntry } from './list/lookup.ts';
import { listOrRead } from './list/read.ts';
import { readEntry } from './read/reading.ts';
import { rebuildValues } from './write/values/rebuild-values.ts';

const TypePath = Type.Object({ type: Type.String() });
const EntryPath = Type.Object({ type: Type.String(), entryId: Type.String() });
const write = { scope: 'release', key: 'secret', budget: 'write', dryRun: true, locales: 'write' } as const;
const read = { scope: 'release', budget: 'read' } as const;

const unknownType = 'unknown_content_type';
const collectionErrors = [unknownType, 'not_a_collection'] as const;
const entryErrors = [...collectionErrors, 'unknown_entry'] as const;
/** Error codes of every endpoint that writes values. */
const valueErrors = [
  ...errorGroups.changeDates,
  ...errorGroups.richtext,
  'unknown_link',
  'block_not_allowed',
  'blocks_too_deep',
  'too_many_blocks',
  'field_value_taken',
  'revision_conflict',
  'type_not_localized',
  'limit_reached',
] as const;

export const contentRoutes = [
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/content/:type',
    locales: 'list',
    needs: 'read',
    area: 'content',
    summary: 'Lists the published entries of a collection, or reads a singleton’s values.',
    key: 'any',
    filters: true,
    statuses: entryStatuses,
    errors: [
      ...collectionErrors,
      'content_not_published',
      'unknown_field',
      'unknown_sort_field',
      'block_not_allowed',
      'unsortable_field',
      'too_many_ids',
      'invalid_field_value',
      'permanent_media_urls_unavailable',
    ],
    input: { path: TypePath, query: ListQuery },
    output: EntryListOrValues,
    run: (context, { path, query, where }) => listOrRead(context, path.type, { query, where }),
  }),
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/content/:type/lookup',
    locales: 'item',
    needs: 'read',
    area: 'content',
    summary: 'Reads the published entry that has a value in a unique field.',
    key: 'any',
    filters: true,
    typeKind: 'collection',
    errors: [
      ...entryErrors,
      ...(['unknown_field', 'invalid_field_value', 'entry_not_published'] as const),
      'permanent_media_urls_unavailable',
    ],
    input: { path: TypePath, query: ReadQuery },
    output: EntryMatch,
    run: (context, { path, query, where }) => lookUpEntry(context, path.type, { query, where }),
  }),
  route({
    ...read,
    method: 'GET',
    images: true,
    path: '/v1/content/:type/:entryId',
    locales: 'item',
    needs: 'read',
    area: 'content',
    summary: 'Reads one published entry.',
    key: 'any',
    typeKind: 'collection',
    errors: [...entryErrors, 'unknown_field', 'entry_not_published', 'permanent_media_urls_unavailable'],
    input: { path: EntryPath, query: ReadQuery },
    output: Entry,
    run: (context, { path, query }) => readEntry(context, path.type, path.entryId, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/content/:type/:entryId/referenced-by',
    needs: 'read',
    area: 'content',
    summary: 'Lists the referrers of an entry, drafts included.',
    volatile: true, // drafts move no revision
    oneState: true,
    key: 'secret',
    typeKind: 'collection',
    errors: entryErrors,
    input: { path: EntryPath, query: ReferencedByQuery },
    output: ReferrerList,
    run: (context, { path, query }) => listReferrers(context, path, query),
  }),
  route({
    method: 'GET',
    path: '/v1/releases/:releaseId/diff/:entryId',
    needs: 'read',
    area: 'project',
    summary: 'Lists the changes that promoting a release would make to one entry, by field and by block.',
    scope: 'project',
    volatile: true, // drafts move no revision
    oneState: true,
    key: 'secret',
    budget: 'read',
    errors: ['unknown_release', 'release_not_ready', 'unknown_entry'],
    input: { path: Type.Object({ releaseId: Type.String(), entryId: Type.String() }) },
    output: EntryDiff,
    run: (context, { path }) => diffEntry(context, path),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/content/:type/entries',
    needs: 'draft',
    area: 'content',
    audits: 'entry.created',
    summary: 'Creates an entry of a collection. `publish: true` publishes it.',
    status: 201,
    typeKind: 'collection',
    errors: [...collectionErrors, ...valueErrors],
    large: { key: 'values', rebuild: rebuildValues },
    bodyHint: entryBodyHint,
    input: { path: TypePath, body: CreateEntry },
    output: WrittenEntry,
    run: (context, { path, body }) => createEntry(context, path.type, body),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/v1/content/:type',
    needs: 'draft',
    area: 'content',
    audits: [
      'entry.created',
      'entry.changed',
      'entry.published',
      'entry.scheduled',
      'entry.unpublished',
      'draft.saved',
    ],
    createsFirst: true,
    summary: 'Replaces all values of a singleton. The first save creates it.',
    typeKind: 'singleton',
    errors: [unknownType, 'not_a_singleton', ...valueErrors],
    bodyHint: entryBodyHint,
    input: { path: TypePath, query: DraftQuery, body: PutEntry },
    output: WrittenEntry,
    run: (context, { path, query, body }) => putSingleton(context, path.type, body, query),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/content/:type',
    needs: 'draft',
    area: 'content',
    audits: [
      'entry.created',
      'entry.changed',
      'entry.published',
      'entry.scheduled',
      'entry.unpublished',
      'draft.saved',
    ],
    createsFirst: true,
    summary: 'Updates fields of a singleton. Null clears a field.',
    typeKind: 'singleton',
    errors: [unknownType, 'not_a_singleton', 'nothing_to_update', ...valueErrors],
    bodyHint: entryBodyHint,
    input: { path: TypePath, query: DraftQuery, body: PatchEntry },
    output: WrittenEntry,
    run: (context, { path, query, body }) => patchSingleton(context, path.type, body, query),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/content/:type/:entryId',
    needs: 'draft',
    area: 'content',
    audits: ['entry.changed', 'entry.published', 'entry.scheduled', 'entry.unpublished', 'draft.saved'],
    summary:
      'Updates fields of an entry. Null clears a field, and `publish` publishes or unpublishes the entry.',
    typeKind: 'collection',
    errors: [...entryErrors, 'nothing_to_update', ...valueErrors],
    bodyHint: entryBodyHint,
    input: { path: EntryPath, query: DraftQuery, body: PatchEntry },
    output: WrittenEntry,
    run: (context, { path, query, body }) => patchEntry(context, path, body, query),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/content/:type/:entryId',
    needs: 'publish',
    area: 'content',
    audits: ['entry.deleted', 'entry.changed'],
    summary: 'Permanently deletes an entry and its draft.',
    status: 204,
    typeKind: 'collection',
    errors: [
      ...entryErrors,
      ...(['entry_referenced', 'revision_conflict', 'locale_is_default', 'type_not_localized'] as const),
    ],
    input: { path: EntryPath },
    output: null,
    run: (context, { path }) => deleteEntryOrLocale(context, path),
  }),
];
