import { Type } from '@sinclair/typebox';
import { aliases } from '../../contract/aliases.ts';
import { mediaUrlsParameter, offsetParameters } from '../../contract/paging.ts';
import { errorGroups } from '../../contract/error-groups.ts';
import { route } from '../../platform/http/route.ts';
import {
  changeCollection,
  createCollection,
  listCollections,
  readCollection,
  removeCollection,
} from './collections.ts';
import {
  CreateKbCollection,
  CreateKbSection,
  KbCollection,
  KbCollectionList,
  KbSection,
  KbSectionList,
  KbTree,
  WriteKbCollection,
  WriteKbSection,
} from './schema.ts';
import { changeSection, createSection, listSections, readSection, removeSection } from './sections.ts';
import { readTree } from './tree.ts';

const SlugPath = Type.Object({ slug: Type.String() });
const MediaQuery = Type.Object(mediaUrlsParameter);
const read = { scope: 'project', key: 'any', budget: 'read' } as const;
const write = { scope: 'project', key: 'secret', budget: 'write', dryRun: true } as const;

const ofCollections = ['unknown_link', 'slug_taken'] as const;
const ofSections = ['unknown_link', 'unknown_kb_collection', 'slug_taken'] as const;

export const shelfRoutes = [
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/tree',
    summary: 'The collections with their sections and the number of live articles in each.',
    errors: ['permanent_media_urls_unavailable'],
    input: { query: MediaQuery },
    output: KbTree,
    run: (call, { query }) => readTree(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/collections',
    summary: 'Lists the collections in their manual order.',
    errors: ['permanent_media_urls_unavailable'],
    input: { query: Type.Object({ ...offsetParameters, ...mediaUrlsParameter }) },
    output: KbCollectionList,
    run: (call, { query }) => listCollections(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/collections/:slug',
    summary: 'Reads one collection, by slug or id.',
    errors: ['unknown_kb_collection', 'permanent_media_urls_unavailable'],
    input: { path: SlugPath, query: MediaQuery },
    output: KbCollection,
    run: (call, { path, query }) => readCollection(call, path.slug, query),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/kb/collections',
    summary: 'Creates a collection.',
    status: 201,
    errors: [...ofCollections, 'limit_reached'],
    input: { body: CreateKbCollection },
    output: KbCollection,
    run: (call, { body }) => createCollection(call, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/kb/collections/:slug',
    summary: 'Changes or moves a collection; keys that are left out stay as they are.',
    errors: [...ofCollections, ...errorGroups.change, 'unknown_kb_collection'],
    input: { path: SlugPath, body: WriteKbCollection },
    output: KbCollection,
    run: (call, { path, body }) => changeCollection(call, path.slug, body),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/kb/collections/:slug',
    summary: 'Deletes a collection without sections and articles.',
    status: 204,
    errors: ['unknown_kb_collection', 'entry_referenced', 'revision_conflict'],
    input: { path: SlugPath },
    output: null,
    run: (call, { path }) => removeCollection(call, path.slug),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/sections',
    summary: 'Lists the sections in editorial order, of one collection if you like.',
    errors: ['unknown_kb_collection'],
    input: { query: Type.Object({ ...offsetParameters, collection: Type.Optional(Type.String()) }) },
    output: KbSectionList,
    run: (call, { query }) => listSections(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/sections/:slug',
    summary: 'Reads one section, by slug or id.',
    errors: ['unknown_kb_section'],
    input: { path: SlugPath },
    output: KbSection,
    run: (call, { path }) => readSection(call, path.slug),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/v1/kb/sections',
    summary: 'Creates a section in a collection.',
    status: 201,
    aliases: aliases.section,
    errors: [...ofSections, 'limit_reached'],
    input: { body: CreateKbSection },
    output: KbSection,
    run: (call, { body }) => createSection(call, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/kb/sections/:slug',
    summary: 'Changes or moves a section, its articles with it; keys that are left out stay as they are.',
    aliases: aliases.section,
    errors: [...ofSections, ...errorGroups.change, 'unknown_kb_section'],
    input: { path: SlugPath, body: WriteKbSection },
    output: KbSection,
    run: (call, { path, body }) => changeSection(call, path.slug, body),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/v1/kb/sections/:slug',
    summary: 'Deletes a section without articles.',
    status: 204,
    errors: ['unknown_kb_section', 'entry_referenced', 'revision_conflict'],
    input: { path: SlugPath },
    output: null,
    run: (call, { path }) => removeSection(call, path.slug),
  }),
];
