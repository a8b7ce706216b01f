import { Type } from '@sinclair/typebox';
import { aliases } from '../../contract/aliases.ts';
import { mediaUrlsParameter, offsetParameters } from '../../contract/paging.ts';
import { route } from '../../platform/http/route.ts';
import {
  changeCollection,
  createCollection,
  listCollections,
  readCollection,
  removeCollection,
} from './collections.ts';
import {
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

export const shelfRoutes = [
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/tree',
    summary: 'The collections with their sections and the number of live articles in each.',
    input: { query: MediaQuery },
    output: KbTree,
    run: (call, { query }) => readTree(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/collections',
    summary: 'Lists the collections in their manual order.',
    input: { query: Type.Object({ ...offsetParameters, ...mediaUrlsParameter }) },
    output: KbCollectionList,
    run: (call, { query }) => listCollections(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/collections/:slug',
    summary: 'Reads one collection, by slug or id.',
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
    input: { body: WriteKbCollection },
    output: KbCollection,
    run: (call, { body }) => createCollection(call, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/kb/collections/:slug',
    summary: 'Changes or moves a collection; keys that are left out stay as they are.',
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
    input: { path: SlugPath },
    output: null,
    run: (call, { path }) => removeCollection(call, path.slug),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/sections',
    summary: 'Lists the sections in editorial order, of one collection if you like.',
    input: { query: Type.Object({ ...offsetParameters, collection: Type.Optional(Type.String()) }) },
    output: KbSectionList,
    run: (call, { query }) => listSections(call, query),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/v1/kb/sections/:slug',
    summary: 'Reads one section, by slug or id.',
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
    input: { body: WriteKbSection },
    output: KbSection,
    run: (call, { body }) => createSection(call, body),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/kb/sections/:slug',
    summary: 'Changes or moves a section, its articles with it; keys that are left out stay as they are.',
    aliases: aliases.section,
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
    input: { path: SlugPath },
    output: null,
    run: (call, { path }) => removeSection(call, path.slug),
  }),
];
