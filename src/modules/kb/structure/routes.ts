import { Type } from '@sinclair/typebox';
import { aliases } from '../../../contract/events/aliases.ts';
import { mediaUrlsParameter, offsetParameters } from '../../../contract/paging.ts';
import { route } from '../../../core/http/index.ts';
import { termRoutes } from '../../taxonomy/routes.ts';
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

const MediaQuery = Type.Object(mediaUrlsParameter);

export const kbStructureRoutes = [
  route({
    scope: 'project',
    key: 'any',
    budget: 'read',
    method: 'GET',
    images: true,
    path: '/v1/kb/tree',
    locales: 'list',
    needs: 'read',
    area: 'kb',
    summary: 'Lists the collections with their sections and the number of live articles in each.',
    errors: ['permanent_media_urls_unavailable'],
    input: { query: MediaQuery },
    output: KbTree,
    run: (context, { query }) => readTree(context, query),
  }),
  ...termRoutes({
    path: '/v1/kb/collections',
    area: 'kb',
    group: 'collection',
    idKind: 'kb_collection',
    images: true,
    summaries: {
      list: 'Lists the collections in their manual order.',
      read: 'Reads one collection, by slug or id.',
      create: 'Creates a collection.',
      change: 'Updates or moves a collection. Omitted keys keep their values.',
      remove: 'Deletes an empty collection.',
    },
    errors: {
      unknown: 'unknown_kb_collection',
      list: ['permanent_media_urls_unavailable'],
      read: ['permanent_media_urls_unavailable'],
      body: ['unknown_link', 'slug_taken'],
    },
    forms: {
      single: KbCollection,
      list: KbCollectionList,
      listQuery: Type.Object({ ...offsetParameters, ...mediaUrlsParameter }),
      readQuery: MediaQuery,
      create: CreateKbCollection,
      change: WriteKbCollection,
    },
    list: listCollections,
    read: readCollection,
    create: createCollection,
    change: changeCollection,
    remove: removeCollection,
  }),
  ...termRoutes({
    path: '/v1/kb/sections',
    area: 'kb',
    group: 'section',
    idKind: 'kb_section',
    summaries: {
      list: 'Lists the sections in manual order, optionally of one collection.',
      read: 'Reads one section, by slug or id.',
      create: 'Creates a section in a collection.',
      change: 'Updates a section, or moves it together with its articles. Omitted keys keep their values.',
      remove: 'Deletes an empty section.',
    },
    errors: {
      unknown: 'unknown_kb_section',
      list: ['unknown_kb_collection'],
      read: [],
      body: ['unknown_link', 'unknown_kb_collection', 'slug_taken'],
    },
    forms: {
      single: KbSection,
      list: KbSectionList,
      listQuery: Type.Object({ ...offsetParameters, collection: Type.Optional(Type.String()) }),
      create: CreateKbSection,
      change: WriteKbSection,
    },
    aliases: aliases.section,
    list: listSections,
    read: readSection,
    create: createSection,
    change: changeSection,
    remove: removeSection,
  }),
];
