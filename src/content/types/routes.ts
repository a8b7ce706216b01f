import { Type } from '@sinclair/typebox';
import { route } from '../../core/http/index.ts';
import { ContentType, ContentTypeList, DefineContentType, RemovalQuery } from './schema.ts';
import { listContentTypes, putContentType, readContentType } from './service.ts';

const TypePath = Type.Object({ type: Type.String() });

export const contentTypeRoutes = [
  route({
    method: 'GET',
    path: '/v1/schema/content-types',
    needs: 'read',
    area: 'content',
    summary: 'Lists every content type of the release with its fields.',
    scope: 'release',
    key: 'secret',
    budget: 'read',
    errors: [],
    input: {},
    output: ContentTypeList,
    run: listContentTypes,
  }),
  route({
    method: 'GET',
    path: '/v1/schema/content-types/:type',
    needs: 'read',
    area: 'content',
    summary: 'Reads one content type.',
    scope: 'release',
    key: 'secret',
    budget: 'read',
    errors: ['unknown_content_type'],
    input: { path: TypePath },
    output: ContentType,
    run: (context, { path }) => readContentType(context, path.type),
  }),
  route({
    method: 'PUT',
    path: '/v1/schema/content-types/:type',
    needs: 'schema',
    area: 'content',
    audits: ['type.created', 'type.changed'],
    createsFirst: true,
    summary: 'Creates or updates a content type. `fields` is the complete ordered list.',
    scope: 'release',
    key: 'secret',
    budget: 'write',
    dryRun: true,
    errors: [
      'unknown_content_type',
      'not_a_collection',
      'invalid_content_type',
      'invalid_field_definition',
      'content_type_kind_immutable',
      'field_type_immutable',
      'field_being_removed',
      'fields_would_be_removed',
      'choice_in_use',
      'unknown_block',
      'block_in_use',
      'field_value_taken',
      'limit_reached',
      'revision_conflict',
    ],
    input: { path: TypePath, query: RemovalQuery, body: DefineContentType },
    output: ContentType,
    run: (context, { path, query, body }) => putContentType(context, path.type, body, query.remove_fields),
  }),
];
